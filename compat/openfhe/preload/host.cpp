#include "host.hpp"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "hosts.hpp"

// Uses the C library alone: the C++ library of the system, loaded before a program's own, could be too old for it.
namespace ringlet::preload {
namespace {

// ringlet::openfhe::accelerate.
constexpr char accelerate_symbol[] =
    "_ZN7ringlet7openfhe10accelerateERKSt10shared_ptrIN8lbcrypto17CryptoContextImplINS2_12DCRTPolyImplIN9bigintdyn9"
    "mubintvecINS5_5ubintImEEEEEEEEERKNS0_7OptionsE";

/// Returns the link map of the library or program that holds an address, or null.
link_map* holder(const void* address) {
  Dl_info info;
  void* map = nullptr;
  return address != nullptr && dladdr1(address, &info, &map, RTLD_DL_LINKMAP) != 0 ? static_cast<link_map*>(map)
                                                                                   : nullptr;
}

bool is_ours(const void* address) { return holder(address) == holder(hosts); }

/// Returns the handle of a library that is loaded, or null.
void* loaded(const char* name) {
  void* handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  // The library stays loaded without this handle.
  if (handle != nullptr) dlclose(handle);
  return handle;
}

/// Returns a symbol of a loaded library or of what it was linked with, or null.
void* symbol_of(const char* library, const char* symbol) {
  void* const handle = loaded(library);
  return handle != nullptr ? dlsym(handle, symbol) : nullptr;
}

/// Returns the link map of a loaded library, or null.
link_map* map_of(void* handle) {
  link_map* map = nullptr;
  return handle != nullptr && dlinfo(handle, RTLD_DI_LINKMAP, &map) == 0 ? map : nullptr;
}

/// Looks for a build-id in the notes of one library.
struct Search {
  const link_map* map;
  const char* build_id;
  bool is_found = false;
};

bool equals(const unsigned char* bytes, unsigned count, const char* hex) {
  constexpr char digits[] = "0123456789abcdef";
  if (strlen(hex) != 2 * count) return false;
  for (unsigned i = 0; i < count; ++i) {
    if (hex[2 * i] != digits[bytes[i] >> 4] || hex[2 * i + 1] != digits[bytes[i] & 15]) return false;
  }
  return true;
}

bool has_build_id(const unsigned char* notes, size_t size, const char* build_id) {
  const auto aligned = [](size_t bytes) { return (bytes + 3) & ~size_t{3}; };
  while (size >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) note;
    memcpy(&note, notes, sizeof note);
    const size_t text = sizeof note + aligned(note.n_namesz);
    const size_t bytes = text + aligned(note.n_descsz);
    if (bytes > size) return false;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + sizeof note, "GNU", 4) == 0) {
      return equals(notes + text, note.n_descsz, build_id);
    }
    notes += bytes;
    size -= bytes;
  }
  return false;
}

int search(dl_phdr_info* info, size_t, void* data) {
  auto& search = *static_cast<Search*>(data);
  if (info->dlpi_addr != search.map->l_addr || strcmp(info->dlpi_name, search.map->l_name) != 0) return 0;
  for (int i = 0; i < info->dlpi_phnum && !search.is_found; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_NOTE) continue;
    const auto* notes = reinterpret_cast<const unsigned char*>(info->dlpi_addr + header.p_vaddr);
    search.is_found = has_build_id(notes, header.p_memsz, search.build_id);
  }
  return 1;
}

/// Returns whether the libraries of a host are loaded, and `original` is the function of the first.
bool is_loaded(const Host& host, const char* symbol, const void* original) {
  if (symbol_of(host.libraries[0].name, symbol) != original) return false;
  for (const Library& library : host.libraries) {
    if (library.name == nullptr) break;
    Search wanted{map_of(loaded(library.name)), library.build_id};
    if (wanted.map != nullptr) dl_iterate_phdr(search, &wanted);
    if (!wanted.is_found) return false;
  }
  return true;
}

bool is_known(const char* symbol, const void* original) {
  // The plugin would call an OpenFHE that the program itself is linked with.
  const void* const global = dlsym(RTLD_NEXT, symbol);
  if (global != nullptr && global != original) return false;
  for (const Host& host : hosts) {
    if (is_loaded(host, symbol, original)) return true;
  }
  return false;
}

const Plugin* plugin = nullptr;

/// Loads the plugin, which lies beside this library.
void load() {
  constexpr char name[] = "libringlet_openfhe_plugin.so";
  const char* const ours = holder(hosts)->l_name;
  const char* const slash = strrchr(ours, '/');
  const size_t folder = slash == nullptr ? 0 : static_cast<size_t>(slash - ours) + 1;
  char path[4096];
  if (folder + sizeof name > sizeof path) return say_once("its own path is too long", ours);
  memcpy(path, ours, folder);
  memcpy(path + folder, name, sizeof name);
  void* const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (handle != nullptr) plugin = static_cast<const Plugin*>(dlsym(handle, plugin_symbol));
  if (plugin == nullptr) say_once("its plugin cannot be loaded", dlerror());
}

}  // namespace

void* original_function(const char* symbol, const void* object) {
  const void* const table = object != nullptr ? *static_cast<void* const*>(object) : nullptr;
  const link_map* const map = holder(table);
  // A library is looked up in itself and in what it was linked with. The program has no name, and RTLD_NEXT is what the
  // program would have without this library.
  void* original = map != nullptr && map->l_name[0] != '\0' ? symbol_of(map->l_name, symbol) : nullptr;
  if (original == nullptr || is_ours(original)) original = dlsym(RTLD_NEXT, symbol);
  if (original == nullptr) original = symbol_of(hosts[0].libraries[0].name, symbol);
  if (original == nullptr) {
    dprintf(STDERR_FILENO, "ringlet: %s is in no library\n", symbol);
    abort();
  }
  return original;
}

const Plugin* plugin_for(const char* symbol, const void* original) {
  // A program that calls accelerate itself needs no plugin, and could have another Ringlet.
  if (dlsym(RTLD_DEFAULT, accelerate_symbol) != nullptr) return nullptr;
  if (!is_known(symbol, original)) {
    const link_map* const map = holder(original);
    say_once("this Ringlet was built for another OpenFHE than", map != nullptr ? map->l_name : symbol);
    return nullptr;
  }
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return plugin;
}

void say_once(const char* what, const char* which) {
  static bool is_said = false;
  if (__atomic_exchange_n(&is_said, true, __ATOMIC_RELAXED)) return;
  dprintf(STDERR_FILENO, "ringlet: OpenFHE is not accelerated: %s %s\n", what, which == nullptr ? "" : which);
}

}  // namespace ringlet::preload
