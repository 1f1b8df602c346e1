#include "large/yardsticks.hpp"

#ifdef RINGLET_BENCH_FFTW
#include <fftw3.h>

#include <memory>
#include <stdexcept>

namespace bench::large {
namespace {

class Transform {
 public:
  Transform(std::size_t points, std::size_t threads, bool quick)
      : in_(fftw_alloc_complex(points)), out_(fftw_alloc_complex(points)) {
    fftw_init_threads();
    fftw_plan_with_nthreads(static_cast<int>(threads));
    fftw_set_timelimit(5);
    const unsigned effort = quick ? FFTW_ESTIMATE : FFTW_MEASURE;
    plan_ = fftw_plan_dft_1d(static_cast<int>(points), in_, out_, FFTW_FORWARD, effort);
    if (plan_ == nullptr) throw std::runtime_error("FFTW has no plan");
    for (std::size_t i = 0; i < points; ++i) in_[i][0] = in_[i][1] = static_cast<double>(i % 1024) / 1024;
  }
  ~Transform() {
    fftw_destroy_plan(plan_);
    fftw_free(in_);
    fftw_free(out_);
  }
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;

  void run() const { fftw_execute(plan_); }

 private:
  fftw_complex* in_;
  fftw_complex* out_;
  fftw_plan plan_;
};

}  // namespace

std::function<void()> fftw(std::size_t points, std::size_t threads, bool quick) {
  const auto transform = std::make_shared<const Transform>(points, threads, quick);
  return [transform] { transform->run(); };
}

}  // namespace bench::large
#else
std::function<void()> bench::large::fftw(std::size_t, std::size_t, bool) { return {}; }
#endif
