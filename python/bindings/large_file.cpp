#include <cstddef>
#include <ringlet/large_file.hpp>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "define.hpp"
#include "large_ntt.hpp"
#include "unlocked.hpp"
#include "workers.hpp"

namespace ringlet_python {
namespace {

constexpr const char* large_file_doc = R"(Values in files, for transforms larger than the memory.

A file holds n residues as an array holds them in memory, as ``array.tofile(path)`` writes them and ``numpy.memmap``
shows them. Each value is read and written twice. A transform may end early, by a kill, a crash, Ctrl-C or an exception
of ``progress``. The same call resumes it: a journal records finished blocks with a checksum, and the next call keeps
the blocks that are still as recorded. Beside the target, an unfinished transform has the files ``target.between``, of
the same size, and ``target.journal``, which is removed last. If a call was killed at its very end, the next call finds
in the journal that the result is complete, and only removes these files. Once they are gone, a call starts a new
transform.

:param source: the path of the file to read.
:param target: the path of the file for the results, which is created or replaced. It may be the source; the file then
    has meaningless values until ``target.journal`` is removed. If they are two files, the source does not change.
:param memory: number of bytes that a transform may use for values. More is faster, above all if several neighbouring
    columns fit: a piece of a row should have some KB. Too little is an error that states the minimum. Each thread uses
    up to 512 KB more, or 64 bytes of each row if that is more.
:param threads: number of threads that read and transform, 1 to 1024; the calling thread writes.
:param progress: a function, called as progress(done, blocks) after each computed block, on the calling thread: the
    number of finished blocks of both passes and the number of all blocks. An exception of it ends the call, which can
    be resumed.
:raises ValueError: when an argument is outside its range.
:raises TypeError: when an argument is of the wrong type.

The constructor opens no file. Objects are immutable, compare equal if their arguments are equal, hash, and pickle if
``progress`` does. A call resumes the same transform: of an equal plan, with the same source, target and memory;
``threads`` and ``progress`` may differ.

>>> import numpy as np, tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> source, target = folder.name + "/source", folder.name + "/target"
>>> ntt = LargeNtt(16, 97, ring="cyclic")
>>> a = np.arange(16, dtype=np.uint64)
>>> a.tofile(source)
>>> LargeFile(source, target).forward(ntt)
>>> bool((np.fromfile(target, dtype=np.uint64) == ntt.forward(a)).all())
True
>>> LargeFile(target, target, memory=2**20, progress=print).inverse(ntt)
1 2
2 2
>>> bool((np.fromfile(target, dtype=np.uint64) == a).all())
True
>>> folder.cleanup()
)";

constexpr const char* forward_doc =
    R"(Transforms the values of the source into the target, as :meth:`LargeNtt.forward` does.

The interpreter's lock is released, except during ``progress``. Ctrl-C ends the call before its next block.

:param ntt: the :class:`LargeNtt`.
:raises OSError: when the system refuses an operation, also on a full disk, with the name of the file; the subclass
    tells the reason, such as ``FileNotFoundError``, or ``BlockingIOError`` if another transform uses the target.
:raises ValueError: when the size of the source is not that of n residues, when ``memory`` is too small, and when the
    target has an unfinished transform of another plan, source or memory.
:raises RuntimeError: when values cannot be resumed because files were changed.
:raises MemoryError: when there is not enough memory.
)";

constexpr const char* inverse_doc = R"(The inverse of :meth:`forward`, scaled by 1/n, as :meth:`LargeNtt.inverse` does.

:param ntt: the :class:`LargeNtt`.
:raises OSError, ValueError, RuntimeError, MemoryError: as for :meth:`forward`.
)";

/// Converts a path to the system's form.
/// Errors    TypeError, ValueError; what __fspath__ raises.
std::string to_path(nb::handle value, const char* name) {
  const nb::handle type = value.type();
  if (!PyUnicode_Check(value.ptr()) && !PyBytes_Check(value.ptr()) && !nb::hasattr(type, "__fspath__")) {
    reject_type(name, "a path", value);
  }
  const nb::object path = checked(take_lock([&] { return PyOS_FSPath(value.ptr()); }));
  const nb::object bytes = PyBytes_Check(path.ptr()) ? path : checked(PyUnicode_EncodeFSDefault(path.ptr()));
  std::string text(PyBytes_AsString(bytes.ptr()), static_cast<std::size_t>(PyBytes_Size(bytes.ptr())));
  if (text.empty() || text.find('\0') != std::string::npos) {
    reject(name, nb::repr(path).c_str(), "it must be a path, without a null character");
  }
  return text;
}

/// Returns the value if it is callable or None.
nb::object to_progress(nb::handle value) {
  if (!value.is_none() && PyCallable_Check(value.ptr()) == 0) reject_type("progress", "callable or None", value);
  return nb::borrow(value);
}

/// Executor for a call on the thread that made `unlocked`. When a signal handler raises, it throws nb::python_error
/// before the next block.
class InterruptibleWorkers final : public ringlet::Executor {
 public:
  InterruptibleWorkers(std::size_t threads, Unlocked& unlocked) : workers_(threads), unlocked_(&unlocked) {}

  [[nodiscard]] std::size_t workers() const noexcept override { return workers_.workers(); }
  void run(std::size_t count, const Task& task) override {
    unlocked_->look_for_signals();
    workers_.run(count, task);
  }

 private:
  Workers workers_;
  Unlocked* unlocked_;
};

/// Python class LargeFile.
class LargeFile {
 public:
  LargeFile(nb::handle source, nb::handle target, nb::handle memory, nb::handle threads, nb::handle progress)
      : source_(to_path(source, "source")),
        target_(to_path(target, "target")),
        memory_(to_word(memory, "memory")),
        threads_(to_small(threads, "threads", 1, 1024)),
        progress_(to_progress(progress)) {}

  void forward(nb::handle ntt) const {
    run(ntt, [](const auto& plan, auto& file) { plan.forward(file); });
  }
  void inverse(nb::handle ntt) const {
    run(ntt, [](const auto& plan, auto& file) { plan.inverse(file); });
  }

  [[nodiscard]] nb::object source() const { return to_text(source_); }
  [[nodiscard]] nb::object target() const { return to_text(target_); }
  [[nodiscard]] std::size_t memory() const { return memory_; }
  [[nodiscard]] unsigned threads() const { return threads_; }
  [[nodiscard]] const nb::object& progress() const { return progress_; }
  void forget_progress() { progress_ = nb::none(); }

 private:
  static nb::object to_text(const std::string& path) {
    return checked(PyUnicode_DecodeFSDefaultAndSize(path.data(), static_cast<Py_ssize_t>(path.size())));
  }

  template <class Transform>
  void run(nb::handle ntt, const Transform& transform) const {
    to_instance<LargeNtt>(ntt, "ntt", "a LargeNtt").visit([&]<class Word>(const ringlet::LargeNtt<Word>& plan) {
      Unlocked unlocked;
      InterruptibleWorkers workers(threads_, unlocked);
      ringlet::LargeFileOptions options{.memory = memory_, .executor = &workers};
      if (!progress_.is_none()) {
        options.progress = [&](const ringlet::LargeProgress& now) {
          const Unlocked::Locked locked(unlocked);
          const nb::tuple arguments = nb::make_tuple(now.done, now.blocks);
          static_cast<void>(checked(take_lock([&] { return PyObject_CallObject(progress_.ptr(), arguments.ptr()); })));
        };
      }
      ringlet::LargeFile<Word> file(source_, target_, options);
      transform(plan, file);
    });
  }

  std::string source_;
  std::string target_;
  std::size_t memory_;
  unsigned threads_;
  nb::object progress_;
};

/// Visits `progress` for the garbage collector: it may refer to an object that refers to this one.
int visit_progress(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (nb::inst_ready(self)) Py_VISIT(nb::inst_ptr<LargeFile>(self)->progress().ptr());
  return 0;
}

int clear_progress(PyObject* self) {
  if (nb::inst_ready(self)) nb::inst_ptr<LargeFile>(self)->forget_progress();
  return 0;
}

const PyType_Slot slots[]{python_init[0],
                          {Py_tp_traverse, reinterpret_cast<void*>(visit_progress)},
                          {Py_tp_clear, reinterpret_cast<void*>(clear_progress)},
                          {0, nullptr}};

}  // namespace

void bind_large_file(nb::module_& module) {
  auto cls = define_class<LargeFile>(module, "LargeFile", large_file_doc, slots);
  define_init<5>(cls,
                 "__init__(self, source: Path, target: Path, *, memory: Integer = 67108864, threads, "
                 "progress: collections.abc.Callable[[int, int], object] | None = None) -> None");
  define(cls, "forward(self, ntt: LargeNtt) -> None", &LargeFile::forward, forward_doc);
  define(cls, "inverse(self, ntt: LargeNtt) -> None", &LargeFile::inverse, inverse_doc);
  define_property(cls, "source -> str", &LargeFile::source, "The path that is read.");
  define_property(cls, "target -> str", &LargeFile::target, "The path that is written.");
  define_property(cls, "memory", &LargeFile::memory, "The number of bytes that a transform may use for values.");
  define_property(cls, "threads", &LargeFile::threads, "The number of threads that read and transform.");
  define_property(cls, "progress -> collections.abc.Callable[[int, int], object] | None", &LargeFile::progress,
                  "The function that is called after each block, or None.");
  define_value(cls, [](const LargeFile& file) {
    return nb::make_tuple(file.source(), file.target(), file.memory(), file.threads(), file.progress());
  });
}

}  // namespace ringlet_python
