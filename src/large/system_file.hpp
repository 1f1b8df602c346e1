#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace ringlet::large {

/// Open file. Each call that the system refuses throws std::system_error, which names the file.
class File {
 public:
  enum class Mode { read, create };

  /// Opens the file. Mode `create` reads and writes, and makes the file if it does not exist.
  File(std::string name, Mode mode);
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File();

  [[nodiscard]] const std::string& name() const { return name_; }
  /// Returns whether the constructor has made the file.
  [[nodiscard]] bool is_new() const { return is_new_; }
  [[nodiscard]] std::uint64_t size() const;
  [[nodiscard]] bool is_same(const File& other) const;

  /// Reads `count` bytes, all of which must exist.
  void read(void* bytes, std::size_t count, std::uint64_t offset) const;
  void write(const void* bytes, std::size_t count, std::uint64_t offset) const;
  /// Sets the length of the file and reserves room for it on the disk.
  void reserve(std::uint64_t size) const;
  /// Tells the system that `count` bytes will be read soon.
  void announce(std::uint64_t count, std::uint64_t offset) const;
  /// Starts to write the changed bytes of this range to the disk. May wait if the disk is busy.
  void start_writing(std::uint64_t offset, std::uint64_t count) const;
  /// Waits until all written bytes are on the disk.
  void synchronise() const;
  /// Synchronises the file and lets the system drop its pages from memory, since it will not be read again.
  void forget() const;
  /// Locks the file until it is closed. Throws if it is locked elsewhere.
  void lock() const;
  /// Removes the file, which is still open, so that no other process can lock it first.
  void remove() const;
  /// Removes the file of that name, if it exists.
  static void remove(const std::string& name);

 private:
  [[noreturn]] void fail(const char* what) const { fail(what, name_); }
  [[noreturn]] static void fail(const char* what, const std::string& name);

  std::string name_;
  bool is_new_ = false;
  int descriptor_;
};

}  // namespace ringlet::large
