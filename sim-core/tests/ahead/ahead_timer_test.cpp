#include "ahead/ahead_timer.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "ccsim/rng.h"
#include "engine/item_events.h"
#include "engine/timer.h"
#include "net/pipe.h"

namespace ccsim {
namespace {

// Timers are armed and disarmed on a grid on which their timeouts lie, too: many expire in one
// nanosecond, and which of them comes first depends on when each was set and last woke up.
constexpr Duration kGridNs = 7;
constexpr std::array<Duration, 3> kTimeoutsNs = {10 * kGridNs, 5 * kGridNs, 13 * kGridNs};

struct TimerStep {
  SimTime at_ns = 0;
  std::size_t timer = 0;
  bool arms = false;
};

std::vector<TimerStep> random_steps(std::uint64_t seed, std::int64_t count) {
  RandomStream random(seed, 0, RandomPurpose::kTraffic);
  std::vector<TimerStep> steps;
  SimTime at_ns = 1000;
  for (std::int64_t i = 0; i < count; ++i) {
    at_ns += (1 + random.next_below(4)) * kGridNs;
    const auto timer = static_cast<std::size_t>(random.next_below(kTimeoutsNs.size()));
    steps.push_back({at_ns, timer, random.next_below(3) > 0});
  }
  return steps;
}

using Expiries = std::vector<std::string>;

std::string expiry_line(std::size_t timer, SimTime at_ns) {
  return std::to_string(timer) + "@" + std::to_string(at_ns);
}

// Takes each step at its time.
struct TimersInTime {
  struct Owner {
    Owner(Engine& engine, std::size_t index, Expiries& log)
        : index(index), log(log), timer(engine, Rank::kReceiverTimer, *this) {}
    void on_expire(SimTime now_ns) { log.push_back(expiry_line(index, now_ns)); }
    std::size_t index;
    Expiries& log;
    Timer<Owner, &Owner::on_expire> timer;
  };
  void accept(const TimerStep& step, SimTime now_ns) {
    Owner& owner = owners[step.timer];
    if (step.arms) {
      owner.timer.arm(now_ns + kTimeoutsNs[step.timer]);
    } else {
      owner.timer.disarm();
    }
  }
  explicit TimersInTime(Engine& engine)
      : owners{Owner{engine, 0, log}, Owner{engine, 1, log}, Owner{engine, 2, log}} {}
  Expiries log;
  std::array<Owner, 3> owners;
};

// Takes each step earlier, if the timer's own time has come between as well.
struct TimersAhead {
  struct Owner {
    Owner(Engine& engine, std::size_t index, Expiries& log)
        : index(index), log(log), timer(engine, Rank::kReceiverTimer, *this) {}
    void on_expire(SimTime now_ns) { log.push_back(expiry_line(index, now_ns)); }
    std::size_t index;
    Expiries& log;
    AheadTimer<Owner, &Owner::on_expire> timer;
  };
  struct Expired {
    Expiries& log;
    void accept(const std::size_t& timer, SimTime now_ns) {
      log.push_back(expiry_line(timer, now_ns));
    }
  };
  void accept(const TimerStep& step, SimTime) {
    Owner& owner = owners[step.timer];
    if (owner.timer.deadline_ns() < step.at_ns) {
      const SimTime at_ns = owner.timer.deadline_ns();
      expired.add(step.timer, at_ns, owner.timer.expire_ahead());
    }
    if (step.arms) {
      owner.timer.arm(step.at_ns + kTimeoutsNs[step.timer], step.at_ns);
    } else {
      owner.timer.disarm(step.at_ns);
    }
  }
  explicit TimersAhead(Engine& engine)
      : owners{Owner{engine, 0, log}, Owner{engine, 1, log}, Owner{engine, 2, log}},
        expired_sink{log},
        expired(engine, Rank::kReceiverTimer, expired_sink) {}
  Expiries log;
  std::array<Owner, 3> owners;
  Expired expired_sink;
  ItemEvents<std::size_t, Expired> expired;
};

template <typename Taker>
Expiries expiries_of(const std::vector<TimerStep>& steps, Duration ahead_ns) {
  Engine engine;
  Taker taker(engine);
  Pipe<TimerStep, Taker> feed(engine, Rank::kDelivery, 0, taker);
  for (const TimerStep& step : steps) feed.push_at(step, step.at_ns - ahead_ns);
  while (engine.step(kSecond)) {
  }
  return taker.log;
}

TEST(AheadTimer, ExpiresInTheOrderOfTimersThatAreSetInTime) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const std::vector<TimerStep> steps = random_steps(seed, 500);
    const Expiries expected = expiries_of<TimersInTime>(steps, 0);
    ASSERT_GT(expected.size(), 20U);
    for (const Duration ahead_ns : {0, 3, 40, 70, 200, 900}) {
      EXPECT_EQ(expiries_of<TimersAhead>(steps, ahead_ns), expected)
          << seed << ", " << ahead_ns << " ns ahead";
    }
  }
}

}  // namespace
}  // namespace ccsim
