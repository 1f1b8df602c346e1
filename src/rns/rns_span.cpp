#include "ringlet/rns_span.hpp"

#include <stdexcept>
#include <string>

namespace ringlet::rns {

void reject_rows(const char* what, std::size_t value, const char* relation, std::size_t rows) {
  throw std::out_of_range(std::string(what) + " is " + std::to_string(value) + ", but it must be " + relation + " " +
                          std::to_string(rows) + ", the number of rows");
}

}  // namespace ringlet::rns
