#include "large/yardsticks.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <system_error>
#include <vector>

namespace bench::large {
namespace {

class Descriptor {
 public:
  Descriptor(const std::string& name, int flags) : name_(name), number_(::open(name.c_str(), flags, 0600)) {
    require(number_);
  }
  ~Descriptor() { ::close(number_); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;

  [[nodiscard]] int get() const { return number_; }
  ::ssize_t require(::ssize_t result) const {
    if (result < 0) throw std::system_error(errno, std::generic_category(), name_);
    return result;
  }

 private:
  std::string name_;
  int number_;
};

}  // namespace

void copy_file(const std::string& from, const std::string& to) {
  const Descriptor in(from, O_RDONLY), out(to, O_WRONLY | O_CREAT);
  std::vector<std::byte> block(std::size_t{1} << 22);
  while (const ::ssize_t got = in.require(::read(in.get(), block.data(), block.size()))) {
    for (::ssize_t put = 0; put < got;) {
      put += out.require(::write(out.get(), block.data() + put, static_cast<std::size_t>(got - put)));
    }
  }
  out.require(::fsync(out.get()));
}

}  // namespace bench::large
