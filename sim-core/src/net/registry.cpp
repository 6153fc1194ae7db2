// Queue disciplines and loss models, here and nowhere else. A name stands for a function
// `QueueInfo describe_<name>()` in `queues/<name>.cpp`, or `LossInfo` in `losses/`. Generated files
// keep the order of the lists: add a name at the end.
// clang-format off: one name a line
#define CCSIM_QUEUES(name) \
  name(droptail) \
  name(codel) \
  name(red) \
  name(pie) \
  name(fq_codel) \
  name(step) \
  name(dualpi2) \
  name(cobalt) \
  name(policer) \
  /* end of the list */

#define CCSIM_LOSSES(name) \
  name(bernoulli) \
  name(gilbert_elliott) \
  /* end of the list */

// clang-format on

#include "ccsim/components.h"
#include "engine/assert.h"
#include "net/loss_model.h"
#include "net/queue_discipline.h"

namespace ccsim {

#define CCSIM_DECLARE_QUEUE(name) QueueInfo describe_##name();
#define CCSIM_DECLARE_LOSS(name) LossInfo describe_##name();
#define CCSIM_DESCRIBE(name) describe_##name(),

CCSIM_QUEUES(CCSIM_DECLARE_QUEUE)
CCSIM_LOSSES(CCSIM_DECLARE_LOSS)

const std::vector<QueueInfo>& queues() {
  static const std::vector<QueueInfo> list = {CCSIM_QUEUES(CCSIM_DESCRIBE)};
  return list;
}

const std::vector<LossInfo>& losses() {
  static const std::vector<LossInfo> list = {CCSIM_LOSSES(CCSIM_DESCRIBE)};
  return list;
}

std::unique_ptr<QueueDiscipline> make_queue(const ComponentChoice& choice,
                                            const QueueContext& context) {
  const QueueInfo* info = find_component(queues(), choice.kind);
  CCSIM_ASSERT(info != nullptr);
  return info->make(ParameterSet(info->parameters, choice.parameters), context);
}

std::unique_ptr<LossModel> make_loss_model(const ComponentChoice& choice,
                                           const LossContext& context) {
  const LossInfo* info = find_component(losses(), choice.kind);
  CCSIM_ASSERT(info != nullptr);
  return info->make(ParameterSet(info->parameters, choice.parameters), context);
}

}  // namespace ccsim
