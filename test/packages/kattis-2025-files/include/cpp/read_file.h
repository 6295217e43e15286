#pragma once
#include <fstream>
#include <iostream>
#include <string>
