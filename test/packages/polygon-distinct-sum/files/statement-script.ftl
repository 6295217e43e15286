<#list 1..5 as i>
gen 1000 ${i} x > $
</#list>
