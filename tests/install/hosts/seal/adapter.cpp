// Stand-in for the adapter's sources: uses the host and Ringlet, and names what has been used.
#include "ringlet/backend.hpp"
#include "ringlet/seal/evaluator.hpp"

namespace stand_in {
std::string used();
}

namespace ringlet::seal {

class Plans {};

Evaluator::Evaluator(const ::seal::SEALContext& context, Executor*) : ::seal::Evaluator(context) {}
Evaluator::~Evaluator() = default;

void Evaluator::negate(const Ciphertext&, Ciphertext& destination) const {
  destination.text = stand_in::used() + " Ringlet " + backend::at(0).name;
}

}  // namespace ringlet::seal
