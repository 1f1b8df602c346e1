#include <iostream>
#include <ringlet/openfhe/accelerate.hpp>

int main() { std::cout << ringlet::openfhe::accelerate(nullptr).backend << '\n'; }
