// The dumbbell of `./lab bench --ns3` in ns-3 (https://www.nsnam.org/docs/models/html/): CUBIC bulk
// flows over one drop-tail bottleneck. Written for the versions that Debian ships as libns3-dev.
//
//   dumbbell <flows> <rate in bit/s> <base RTT in ns> <duration in ns>
//
// Prints one line of JSON: packets that the bottleneck took, and CPU seconds of the run without
// its setup. Nothing is traced, so that ns-3 does no work that is not the simulation's.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "ns3/applications-module.h"
#include "ns3/core-module.h"
#include "ns3/internet-module.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"
#include "ns3/traffic-control-module.h"

namespace {

using namespace ns3;

constexpr std::uint32_t kPayloadBytes = 1448;  // with 52 bytes of headers 1500 on the wire
constexpr std::uint32_t kWireBytes = 1500;
constexpr std::uint16_t kPort = 5000;
constexpr std::uint32_t kBottleneckInterface = 1;  // of both routers: it is added first
constexpr std::uint32_t kHostInterface = 1;
constexpr double kStartSpreadSeconds = 0.1;
constexpr double kBitsPerByte = 8;

struct Dumbbell {
  std::uint32_t flow_count;
  std::uint64_t rate_bps;
  std::int64_t rtt_ns;
  std::int64_t duration_ns;

  [[nodiscard]] std::uint32_t bdp_packets() const {
    const double bits = static_cast<double>(rate_bps) * static_cast<double>(rtt_ns) / 1e9;
    return std::max<std::uint32_t>(static_cast<std::uint32_t>(bits / kBitsPerByte / kWireBytes), 1);
  }
};

// What the scenario of our core has by default, as far as ns-3 has it too.
void set_defaults(const Dumbbell& dumbbell) {
  const std::uint32_t window_bytes =
      std::max<std::uint32_t>(4 * dumbbell.bdp_packets() * kWireBytes, 1U << 20);
  Config::SetDefault("ns3::TcpL4Protocol::SocketType", TypeIdValue(TcpCubic::GetTypeId()));
  Config::SetDefault("ns3::TcpSocket::SegmentSize", UintegerValue(kPayloadBytes));
  Config::SetDefault("ns3::TcpSocket::InitialCwnd", UintegerValue(10));
  Config::SetDefault("ns3::TcpSocket::DelAckCount", UintegerValue(2));
  Config::SetDefault("ns3::TcpSocket::SndBufSize", UintegerValue(window_bytes));
  Config::SetDefault("ns3::TcpSocket::RcvBufSize", UintegerValue(window_bytes));
  Config::SetDefault("ns3::TcpSocketBase::MinRto", TimeValue(MilliSeconds(200)));
}

NetDeviceContainer connect(Ptr<Node> left, Ptr<Node> right, DataRate rate, Time delay,
                           std::uint32_t queue_packets) {
  PointToPointHelper link;
  link.SetDeviceAttribute("DataRate", DataRateValue(rate));
  link.SetChannelAttribute("Delay", TimeValue(delay));
  link.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize",
                QueueSizeValue(QueueSize(QueueSizeUnit::PACKETS, queue_packets)));
  return link.Install(left, right);
}

// Addresses, and no queue discipline above the device's own queue.
Ipv4InterfaceContainer address(Ipv4AddressHelper& addresses, const NetDeviceContainer& devices) {
  const Ipv4InterfaceContainer interfaces = addresses.Assign(devices);
  TrafficControlHelper().Uninstall(devices);
  addresses.NewNetwork();
  return interfaces;
}

void set_default_route(Ptr<Node> host, Ipv4Address gateway) {
  Ipv4StaticRoutingHelper()
      .GetStaticRouting(host->GetObject<Ipv4>())
      ->SetDefaultRoute(gateway, kHostInterface);
}

void set_route(Ptr<Node> router, const char* network, Ipv4Address gateway) {
  Ipv4StaticRoutingHelper()
      .GetStaticRouting(router->GetObject<Ipv4>())
      ->AddNetworkRouteTo(Ipv4Address(network), Ipv4Mask("255.255.0.0"), gateway,
                          kBottleneckInterface);
}

void start_flow(Ptr<Node> sender, Ptr<Node> receiver, Ipv4Address receiver_address, Time start) {
  PacketSinkHelper sink("ns3::TcpSocketFactory", InetSocketAddress(Ipv4Address::GetAny(), kPort));
  sink.Install(receiver);
  BulkSendHelper source("ns3::TcpSocketFactory", InetSocketAddress(receiver_address, kPort));
  source.SetAttribute("MaxBytes", UintegerValue(0));  // without end
  source.Install(sender).Start(start);
}

// A quarter of the RTT on the senders' links, a quarter on the bottleneck; the senders' links are
// so fast that they neither delay nor queue.
Ptr<Queue<Packet>> build(const Dumbbell& dumbbell) {
  NodeContainer routers(2);
  NodeContainer senders(dumbbell.flow_count);
  NodeContainer receivers(dumbbell.flow_count);
  InternetStackHelper stack;
  Ipv4StaticRoutingHelper routing;
  stack.SetRoutingHelper(routing);
  stack.Install(routers);
  stack.Install(senders);
  stack.Install(receivers);

  const Time quarter = NanoSeconds(dumbbell.rtt_ns / 4);
  const DataRate access_rate(100 * dumbbell.rate_bps);
  constexpr std::uint32_t kAmple = 1'000'000;
  const NetDeviceContainer bottleneck = connect(routers.Get(0), routers.Get(1),
                                                DataRate(dumbbell.rate_bps), quarter,
                                                dumbbell.bdp_packets());
  Ipv4AddressHelper middle("10.3.0.0", "255.255.255.252");
  Ipv4AddressHelper left("10.1.0.0", "255.255.255.252");
  Ipv4AddressHelper right("10.2.0.0", "255.255.255.252");
  const Ipv4InterfaceContainer across = address(middle, bottleneck);
  set_route(routers.Get(0), "10.2.0.0", across.GetAddress(1));
  set_route(routers.Get(1), "10.1.0.0", across.GetAddress(0));
  for (std::uint32_t i = 0; i < dumbbell.flow_count; ++i) {
    const Ipv4InterfaceContainer in = address(
        left, connect(senders.Get(i), routers.Get(0), access_rate, quarter, kAmple));
    const Ipv4InterfaceContainer out = address(
        right, connect(routers.Get(1), receivers.Get(i), access_rate, NanoSeconds(0), kAmple));
    set_default_route(senders.Get(i), in.GetAddress(1));
    set_default_route(receivers.Get(i), out.GetAddress(0));
    const double start_s = kStartSpreadSeconds * i / dumbbell.flow_count;
    start_flow(senders.Get(i), receivers.Get(i), out.GetAddress(1), Seconds(start_s));
  }
  return bottleneck.Get(0)->GetObject<PointToPointNetDevice>()->GetQueue();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) {
    std::fprintf(stderr, "usage: dumbbell <flows> <bit/s> <RTT in ns> <duration in ns>\n");
    return 2;
  }
  const Dumbbell dumbbell{static_cast<std::uint32_t>(std::atoll(argv[1])),
                          static_cast<std::uint64_t>(std::atoll(argv[2])), std::atoll(argv[3]),
                          std::atoll(argv[4])};
  set_defaults(dumbbell);
  const Ptr<Queue<Packet>> queue = build(dumbbell);
  Simulator::Stop(NanoSeconds(dumbbell.duration_ns));
  const std::clock_t start = std::clock();
  Simulator::Run();
  const double cpu_s = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  const std::uint32_t packets = queue->GetTotalReceivedPackets() - queue->GetNPackets();
  std::printf("{\"packets\": %u, \"dropped\": %u, \"cpu_s\": %.6f}\n", packets,
              queue->GetTotalDroppedPackets(), cpu_s);
  Simulator::Destroy();
  return 0;
}
