#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ringlet::api {

/// A file that is open. Whatever the system refuses is a std::system_error that names the file.
class File {
 public:
  enum class Mode { read, create };

  /// `create` reads and writes, and makes a file that is not there.
  File(std::string name, Mode mode);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  [[nodiscard]] const std::string& name() const { return name_; }
  /// Whether it was made by opening it.
  [[nodiscard]] bool is_new() const { return is_new_; }
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] bool is_same(const File& other) const;

  /// All of the bytes, which must be there.
  void read(void* bytes, std::size_t count, std::uint64_t offset) const;
  void write(const void* bytes, std::size_t count, std::uint64_t offset) const;
  /// Makes it so many bytes long, all of them with a place on the disk.
  void reserve(std::uint64_t size) const;
  /// Tells the system that so many bytes will be read soon.
  void announce(std::uint64_t count, std::uint64_t offset) const;
  /// Lets the disk begin with what was written there. It may wait for a disk that is busy.
  void start_writing(std::uint64_t offset, std::uint64_t count) const;
  /// Returns when what was written is on the disk.
  void synchronise() const;
  /// Synchronises it and lets the system's memory of it go, since it will not be read again.
  void forget() const;
  /// Until it is closed, no other one that asks gets the file.
  void lock() const;
  /// Before it is closed, so that no other process gets to lock one that goes.
  void remove() const;
  /// Removes the file of that name, if there is one.
  static void remove(const std::string& name);

 private:
  [[noreturn]] void fail(const char* what) const { fail(what, name_); }
  [[noreturn]] static void fail(const char* what, const std::string& name);

  std::string name_;
  bool is_new_ = false;
  int descriptor_;
};

}  // namespace ringlet::api
