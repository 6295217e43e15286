program old;
begin
  writeln('-1');
end.
