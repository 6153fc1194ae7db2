// A bottleneck in user space between two network namespaces, to ask a real kernel's TCP what it
// does. Packets of the sender's TUN device wait half of the base RTT, then in a drop-tail queue of
// so many bytes (without the packet being sent), cross a link of the rate and reach the receiver's
// device; ACKs wait the other half. All times are computed exactly from when a packet was read, so
// a late wake-up delays what is handed out but not what happens to the packet.
//
//   bottleneck RATE_BPS BUFFER_BYTES DURATION_S TRACE|- KEEP_PSH MARK_BYTES LOSS_RATIO SEED
//   RTT_US...
//
// A packet that finds more than MARK_BYTES with it is marked, if its sender uses ECN; 0 marks none.
// Of the data packets that come to the queue, a random LOSS_RATIO is lost before it.
// The n-th RTT is that of destination port 5001 + n. A trace has one line per event: what, when in
// ns, sequence or acknowledgement number, bytes: s sent (S with PSH), q into the queue, x dropped,
// l lost at random, d delivered, a acknowledgement from the receiver.
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

namespace {

using Nanoseconds = std::int64_t;
using Bytes = std::string;  // one IP packet

constexpr Nanoseconds kSecond = 1'000'000'000;
constexpr Nanoseconds kNever = INT64_MAX;
constexpr Nanoseconds kSpin = 60'000;  // the last of each wait is spent awake
constexpr int kFirstPort = 5001;
constexpr unsigned char kPsh = 8;

[[noreturn]] void die(const char* what) {
  std::perror(what);
  std::exit(1);
}

Nanoseconds now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * kSecond + time.tv_nsec;
}

// The TUN device `device` in the namespace `name`; this process stays where it is.
int open_tun(const char* name, const char* device) {
  const int here = open("/proc/self/ns/net", O_RDONLY);
  const int there = open((std::string("/var/run/netns/") + name).c_str(), O_RDONLY);
  if (there < 0 || setns(there, CLONE_NEWNET) != 0) die(name);
  const int tun = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
  ifreq request{};
  request.ifr_flags = IFF_TUN | IFF_NO_PI;
  std::strncpy(request.ifr_name, device, IFNAMSIZ - 1);
  if (tun < 0 || ioctl(tun, TUNSETIFF, &request) != 0) die(device);
  if (setns(here, CLONE_NEWNET) != 0) die("setns");
  close(here);
  close(there);
  return tun;
}

// What is read of a packet.
struct Tcp {
  explicit Tcp(const Bytes& packet)
      : bytes(reinterpret_cast<const unsigned char*>(packet.data())), start((bytes[0] & 15) * 4) {}
  [[nodiscard]] int port(int offset) const {
    return bytes[start + offset] * 256 + bytes[start + offset + 1];
  }
  [[nodiscard]] std::uint32_t number(int offset) const {
    std::uint32_t value = 0;
    std::memcpy(&value, bytes + start + offset, sizeof value);
    return ntohl(value);
  }
  [[nodiscard]] bool is_pushed() const { return (bytes[start + 13] & kPsh) != 0; }
  const unsigned char* bytes;
  int start;
};

// Takes the flag off and mends the checksum (RFC 1624).
void clear_psh(Bytes& packet) {
  auto* bytes = reinterpret_cast<unsigned char*>(packet.data());
  const int start = (bytes[0] & 15) * 4;
  if ((bytes[start + 13] & kPsh) == 0) return;
  bytes[start + 13] &= static_cast<unsigned char>(~kPsh);
  unsigned sum = bytes[start + 16] * 256U + bytes[start + 17] + kPsh;
  sum = (sum & 0xffffU) + (sum >> 16U);
  bytes[start + 16] = static_cast<unsigned char>(sum >> 8U);
  bytes[start + 17] = static_cast<unsigned char>(sum);
}

// Congestion experienced, where the sender uses ECN (RFC 3168); mends the checksum (RFC 1624).
bool mark(Bytes& packet) {
  auto* bytes = reinterpret_cast<unsigned char*>(packet.data());
  const unsigned ecn = bytes[1] & 3U;
  if (ecn != 1 && ecn != 2) return false;
  bytes[1] |= 3U;
  unsigned sum = (~(bytes[10] * 256U + bytes[11]) & 0xffffU) + (3U - ecn);
  sum = ~((sum & 0xffffU) + (sum >> 16U));
  bytes[10] = static_cast<unsigned char>(sum >> 8U);
  bytes[11] = static_cast<unsigned char>(sum);
  return true;
}

struct Settings {
  double rate_bps = 0;
  std::int64_t buffer_bytes = 0;
  Nanoseconds duration_ns = 0;
  std::FILE* trace = nullptr;
  bool keeps_psh = true;
  std::int64_t mark_bytes = 0;
  double loss_ratio = 0;
  unsigned long seed = 1;
  std::vector<Nanoseconds> rtts_ns;
};

class Path {
 public:
  Path(const Settings& settings, int sender, int receiver)
      : settings_(settings),
        sender_(sender),
        receiver_(receiver),
        start_ns_(now_ns()),
        waiting_since_ns_(start_ns_),
        luck_(settings.seed),
        drops_(settings.rtts_ns.size()) {}

  // Time begins with the first packet. Few system calls: each costs a process of user-mode Linux
  // tens of microseconds.
  void run() {
    pollfd devices[] = {{sender_, POLLIN, 0}, {receiver_, POLLIN, 0}};
    for (Nanoseconds now = start_ns_; now < end_ns(); now = now_ns()) {
      if ((devices[0].revents & POLLIN) != 0) read_all(sender_, true, now);
      if ((devices[1].revents & POLLIN) != 0) read_all(receiver_, false, now);
      while (next_ns() <= now) step(now);
      sleep_until(std::min(next_ns(), std::min(end_ns(), now + kSecond)), now, devices);
    }
  }

  void print() const {
    std::printf(
        "{\"utilisation_ratio\": %.5f, \"mean_queue_bytes\": %.0f, \"marks\": %ld, "
        "\"randomly_lost_packets\": %ld, \"mean_late_us\": %.1f, \"max_late_us\": %.1f, "
        "\"packets_acked_singly\": %ld, "
        "\"drops\": [",
        busy_ns_ / static_cast<double>(settings_.duration_ns),
        queue_byte_ns_ / static_cast<double>(settings_.duration_ns), marks_, lost_,
        late_sum_ns_ / 1e3 / static_cast<double>(std::max<std::int64_t>(late_count_, 1)),
        static_cast<double>(late_max_ns_) / 1e3, first_acks_);
    for (std::size_t i = 0; i < drops_.size(); ++i)
      std::printf("%s%ld", i > 0 ? ", " : "", drops_[i]);
    std::printf("]}\n");
  }

 private:
  [[nodiscard]] std::size_t flow_of(const Bytes& packet, bool is_data) const {
    const int flow = Tcp(packet).port(is_data ? 2 : 0) - kFirstPort;
    return flow < 0 || flow >= static_cast<int>(settings_.rtts_ns.size())
               ? 0
               : static_cast<std::size_t>(flow);
  }
  void note(char what, Nanoseconds time_ns, const Bytes& packet) const {
    if (settings_.trace == nullptr) return;
    std::fprintf(settings_.trace, "%c %ld %u %zu\n", what, time_ns - start_ns_,
                 Tcp(packet).number(what == 'a' ? 8 : 4), packet.size());
  }
  [[nodiscard]] Nanoseconds end_ns() const {
    return has_begun_ ? start_ns_ + settings_.duration_ns : kNever;
  }
  void read_all(int tun, bool is_data, Nanoseconds read_ns) {
    char buffer[2048];
    for (ssize_t size = read(tun, buffer, sizeof buffer); size > 0;
         size = read(tun, buffer, sizeof buffer)) {
      if ((static_cast<unsigned char>(buffer[0]) >> 4U) != 4) continue;
      Bytes packet(buffer, static_cast<std::size_t>(size));
      if (!has_begun_) {
        has_begun_ = true;
        start_ns_ = waiting_since_ns_ = read_ns;
      }
      note(is_data ? (Tcp(packet).is_pushed() ? 'S' : 's') : 'a', read_ns, packet);
      if (is_data) {
        largest_bytes_ = std::max(largest_bytes_, packet.size());
      } else {
        count_first_ack(packet);
      }
      if (is_data && !settings_.keeps_psh) clear_psh(packet);
      const Nanoseconds due_ns = read_ns + settings_.rtts_ns[flow_of(packet, is_data)] / 2;
      (is_data ? forward_ : back_).emplace(due_ns, std::move(packet));
    }
  }
  [[nodiscard]] static Nanoseconds head_ns(const std::multimap<Nanoseconds, Bytes>& line) {
    return line.empty() ? kNever : line.begin()->first;
  }
  [[nodiscard]] Nanoseconds next_ns() const {
    return std::min({head_ns(forward_), head_ns(back_), departure_ns_});
  }
  // How many packets the first flow's receiver acknowledged one by one, until the first ACK of two.
  void count_first_ack(const Bytes& packet) {
    if (flow_of(packet, false) != 0 || has_acked_two_) return;
    const std::uint32_t number = Tcp(packet).number(8);
    const std::uint32_t advance = last_ack_ == 0 ? 0 : number - last_ack_;
    last_ack_ = number;
    has_acked_two_ = advance > largest_bytes_;
    if (advance > 1 && !has_acked_two_) ++first_acks_;
  }
  void step(Nanoseconds now) {
    const Nanoseconds due_ns = next_ns();
    const Nanoseconds late_ns = now - due_ns;
    late_sum_ns_ += static_cast<double>(late_ns);
    late_max_ns_ = std::max(late_max_ns_, late_ns);
    ++late_count_;
    if (due_ns == departure_ns_) return depart();
    if (due_ns == head_ns(forward_)) return arrive(due_ns, take(forward_));
    hand_out(sender_, take(back_));
  }
  [[nodiscard]] static Bytes take(std::multimap<Nanoseconds, Bytes>& line) {
    Bytes packet = std::move(line.begin()->second);
    line.erase(line.begin());
    return packet;
  }
  void arrive(Nanoseconds time_ns, Bytes packet) {
    if (settings_.loss_ratio > 0 && uniform_(luck_) < settings_.loss_ratio) {
      ++lost_;
      note('l', time_ns, packet);
      return;
    }
    const auto size = static_cast<std::int64_t>(packet.size());
    const bool is_busy = departure_ns_ != kNever;
    if (is_busy && waiting_bytes_ + size > settings_.buffer_bytes) {
      ++drops_[flow_of(packet, true)];
      note('x', time_ns, packet);
      return;
    }
    note('q', time_ns, packet);
    change_waiting(time_ns, size);
    if (settings_.mark_bytes > 0 && waiting_bytes_ > settings_.mark_bytes) marks_ += mark(packet);
    queue_.push_back(std::move(packet));
    if (!is_busy) transmit(time_ns);
  }
  void transmit(Nanoseconds time_ns) {
    in_service_ = std::move(queue_.front());
    queue_.pop_front();
    change_waiting(time_ns, -static_cast<std::int64_t>(in_service_.size()));
    const auto length_ns = static_cast<Nanoseconds>(static_cast<double>(in_service_.size()) * 8e9 /
                                                    settings_.rate_bps);
    busy_ns_ += static_cast<double>(length_ns);
    departure_ns_ = time_ns + length_ns;
  }
  void change_waiting(Nanoseconds time_ns, std::int64_t bytes) {
    queue_byte_ns_ +=
        static_cast<double>(waiting_bytes_) * static_cast<double>(time_ns - waiting_since_ns_);
    waiting_since_ns_ = time_ns;
    waiting_bytes_ += bytes;
  }
  void depart() {
    const Nanoseconds time_ns = departure_ns_;
    departure_ns_ = kNever;
    note('d', time_ns, in_service_);
    hand_out(receiver_, in_service_);
    if (!queue_.empty()) transmit(time_ns);
  }
  static void hand_out(int tun, const Bytes& packet) {
    if (write(tun, packet.data(), packet.size()) < 0) std::perror("write");
  }
  static void sleep_until(Nanoseconds time_ns, Nanoseconds now, pollfd (&devices)[2]) {
    const Nanoseconds wait_ns = std::max<Nanoseconds>(time_ns - now - kSpin, 0);
    const timespec wait{wait_ns / kSecond, wait_ns % kSecond};
    if (ppoll(devices, 2, &wait, nullptr) <= 0) devices[0].revents = devices[1].revents = 0;
  }

  Settings settings_;
  int sender_;
  int receiver_;
  Nanoseconds start_ns_;
  std::multimap<Nanoseconds, Bytes> forward_;
  std::multimap<Nanoseconds, Bytes> back_;
  std::deque<Bytes> queue_;
  std::int64_t waiting_bytes_ = 0;
  Nanoseconds waiting_since_ns_;
  double queue_byte_ns_ = 0;
  long marks_ = 0;
  Bytes in_service_;
  Nanoseconds departure_ns_ = kNever;
  double busy_ns_ = 0;
  double late_sum_ns_ = 0;
  Nanoseconds late_max_ns_ = 0;
  std::int64_t late_count_ = 0;
  bool has_begun_ = false;
  std::mt19937_64 luck_;
  std::uniform_real_distribution<double> uniform_{0, 1};
  long lost_ = 0;
  std::vector<long> drops_;
  std::size_t largest_bytes_ = 0;
  std::uint32_t last_ack_ = 0;
  bool has_acked_two_ = false;
  long first_acks_ = 0;
};

}  // namespace

int main(int count, char** arguments) {
  if (count < 10) {
    std::fputs(
        "bottleneck RATE_BPS BUFFER_BYTES DURATION_S TRACE|- KEEP_PSH MARK_BYTES LOSS_RATIO SEED "
        "RTT_US...\n",
        stderr);
    return 2;
  }
  Settings settings;
  settings.rate_bps = std::atof(arguments[1]);
  settings.buffer_bytes = std::atol(arguments[2]);
  settings.duration_ns = static_cast<Nanoseconds>(std::atof(arguments[3]) * kSecond);
  if (std::strcmp(arguments[4], "-") != 0) settings.trace = std::fopen(arguments[4], "w");
  settings.keeps_psh = std::atoi(arguments[5]) != 0;
  settings.mark_bytes = std::atol(arguments[6]);
  settings.loss_ratio = std::atof(arguments[7]);
  settings.seed = std::strtoul(arguments[8], nullptr, 10);
  for (int i = 9; i < count; ++i) settings.rtts_ns.push_back(std::atoll(arguments[i]) * 1000);

  Path path(settings, open_tun("lab-sender", "tun0"), open_tun("lab-receiver", "tun0"));
  sched_param priority{};
  priority.sched_priority = 50;
  if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0) std::perror("real-time priority");
  mlockall(MCL_CURRENT | MCL_FUTURE);
  prctl(PR_SET_TIMERSLACK, 1);
  std::puts("ready");
  std::fflush(stdout);
  path.run();
  path.print();
  return 0;
}
