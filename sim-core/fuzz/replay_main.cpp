// Runs a fuzz target over files and folders, for compilers without libFuzzer.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

int replay(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(stream), {}};
  if (stream.bad()) {
    std::fprintf(stderr, "cannot read %s\n", file.c_str());
    return 1;
  }
  std::fprintf(stderr, "%s\n", file.c_str());  // the last line names the culprit of a crash
  return LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(content.data()),
                                content.size());
}

}  // namespace

int main(int argument_count, char** arguments) {
  int count = 0;
  for (int i = 1; i < argument_count; ++i) {
    const std::filesystem::path path(arguments[i]);
    if (!std::filesystem::is_directory(path)) {
      if (replay(path) != 0) return 1;
      ++count;
      continue;
    }
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (replay(entry.path()) != 0) return 1;
      ++count;
    }
  }
  std::printf("%d inputs replayed\n", count);
  return count > 0 ? 0 : 1;  // an empty corpus tests nothing
}
