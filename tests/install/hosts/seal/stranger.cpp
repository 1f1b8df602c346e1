#include <iostream>
#include <ringlet/seal/evaluator.hpp>

int main() {
  seal::Ciphertext x;
  ringlet::seal::Evaluator(seal::SEALContext()).negate_inplace(x);
  std::cout << x.text << '\n';
}
