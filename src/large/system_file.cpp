#include "large/system_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace ringlet::large {
namespace {

int open_file(const std::string& name, int flags) { return ::open(name.c_str(), flags | O_CLOEXEC, 0600); }

// Systems transfer no more than about 2^31 bytes at once.
constexpr std::size_t max_transfer = std::size_t{1} << 30;

}  // namespace

File::File(std::string name, Mode mode)
    : name_(std::move(name)), descriptor_(open_file(name_, mode == Mode::read ? O_RDONLY : O_RDWR)) {
  if (descriptor_ < 0 && mode == Mode::create) {
    descriptor_ = open_file(name_, O_RDWR | O_CREAT | O_EXCL);
    is_new_ = descriptor_ >= 0;
    // With O_EXCL, a link to a file that does not exist counts as existing. Any other failure occurs again here.
    if (!is_new_) descriptor_ = open_file(name_, O_RDWR | O_CREAT);
  }
  if (descriptor_ < 0) fail("opening");
}

File::~File() { ::close(descriptor_); }

void File::fail(const char* what, const std::string& name) {
  throw std::system_error(errno, std::generic_category(), std::string(what) + " " + name);
}

std::uint64_t File::size() const {
  struct ::stat status{};
  if (::fstat(descriptor_, &status) != 0) fail("asking for the size of");
  return static_cast<std::uint64_t>(status.st_size);
}

bool File::is_same(const File& other) const {
  struct ::stat a{}, b{};
  if (::fstat(descriptor_, &a) != 0) fail("asking for the status of");
  if (::fstat(other.descriptor_, &b) != 0) other.fail("asking for the status of");
  return a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

void File::read(void* bytes, std::size_t count, std::uint64_t offset) const {
  auto* to = static_cast<char*>(bytes);
  while (count > 0) {
    const ::ssize_t got = ::pread(descriptor_, to, std::min(count, max_transfer), static_cast<::off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("reading");
    if (got == 0) throw std::runtime_error("reading " + name_ + ": it has become shorter");
    to += got;
    count -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
}

void File::write(const void* bytes, std::size_t count, std::uint64_t offset) const {
  const auto* from = static_cast<const char*>(bytes);
  while (count > 0) {
    const ::ssize_t put = ::pwrite(descriptor_, from, std::min(count, max_transfer), static_cast<::off_t>(offset));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail("writing");
    from += put;
    count -= static_cast<std::size_t>(put);
    offset += static_cast<std::uint64_t>(put);
  }
}

void File::reserve(std::uint64_t size) const {
  if (::ftruncate(descriptor_, static_cast<::off_t>(size)) != 0) fail("setting the size of");
#ifdef __linux__
  do {
    errno = ::posix_fallocate(descriptor_, 0, static_cast<::off_t>(size));
  } while (errno == EINTR);
  if (errno != 0) fail("reserving room for");
#endif
}

void File::announce([[maybe_unused]] std::uint64_t count, [[maybe_unused]] std::uint64_t offset) const {
#ifdef POSIX_FADV_WILLNEED
  const auto from = static_cast<::off_t>(offset);
  static_cast<void>(::posix_fadvise(descriptor_, from, static_cast<::off_t>(count), POSIX_FADV_WILLNEED));
#endif
}

void File::start_writing([[maybe_unused]] std::uint64_t offset, [[maybe_unused]] std::uint64_t count) const {
#ifdef __linux__
  const auto from = static_cast<::off_t>(offset);
  static_cast<void>(::sync_file_range(descriptor_, from, static_cast<::off_t>(count), SYNC_FILE_RANGE_WRITE));
#endif
}

void File::synchronise() const {
  if (::fsync(descriptor_) != 0) fail("synchronising");
}

void File::forget() const {
  synchronise();
#ifdef POSIX_FADV_DONTNEED
  static_cast<void>(::posix_fadvise(descriptor_, 0, 0, POSIX_FADV_DONTNEED));  // errors of advice do not matter
#endif
}

void File::lock() const {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) fail("another transform may use it: locking");
}

void File::remove() const {
  if (::unlink(name_.c_str()) != 0) fail("removing");
}

void File::remove(const std::string& name) {
  if (::unlink(name.c_str()) != 0 && errno != ENOENT) fail("removing", name);
}

}  // namespace ringlet::large
