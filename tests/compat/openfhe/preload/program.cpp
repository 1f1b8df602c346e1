#include <dlfcn.h>

#include <cstdio>

extern "C" void client();

/// Runs the client that the program is linked with, if any, then the client of each library that it is given.
int main(int count, char** arguments) {
#ifdef LINKED
  client();
#endif
  for (int i = 1; i < count; ++i) {
    void* const handle = dlopen(arguments[i], RTLD_NOW | RTLD_LOCAL);
    void* const function = handle != nullptr ? dlsym(handle, "client") : nullptr;
    if (function == nullptr) {
      std::puts(dlerror());
      return 1;
    }
    reinterpret_cast<void (*)()>(function)();
  }
  return 0;
}
