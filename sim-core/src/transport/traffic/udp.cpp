// Datagrams at a steady rate, whatever becomes of them.
#include "transport/traffic_source.h"

namespace ccsim {

TrafficInfo describe_udp() {
  TrafficInfo info;
  info.name = "udp";
  info.title = "UDP";
  info.summary =
      "Packets at a steady rate without congestion control: nothing is acknowledged or repeated, "
      "and a loss changes nothing";
  info.source = "RFC 768; RFC 8085 3.1 (what should not be done)";
  info.carrier = TrafficCarrier::kDatagrams;
  info.parameters = {
      required(
          integer_parameter("rate_bps", 10'000'000, {1'000, 10'000'000'000},
                            {"Bits per second on the wire, headers included; may exceed the link's",
                             kOwnChoice, "Rate"})),
  };
  return info;
}

}  // namespace ccsim
