"""The Celery application: `celery -A lab_worker.celery_app worker --queues interactive`."""

import gc
import os
from typing import Any

from celery import Celery
from celery.signals import (
    celeryd_after_setup,
    setup_logging,
    worker_init,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
    worker_shutdown,
)

from lab.jobs import celery_configuration
from lab.kit.logs import configure_logging
from lab.settings import load_settings
from lab_worker import presence, process, pulse
from lab_worker.core_watch import Intake

settings = load_settings()

app = Celery("lab_worker", include=["lab_worker.tasks"])
app.conf.update(
    **celery_configuration(settings),
    # A message is acknowledged when its task has ended; one whose process was killed comes back.
    # It may then find that the run is not free yet, and does nothing: see lab.recovery.
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    # No process takes a run that another, idle one could begin at once.
    worker_prefetch_multiplier=1,
    # Prefork: a crash in C++ ends one child and no other run.
    worker_pool="prefork",
    worker_consumer="lab_worker.consumer:EagerConsumer",
    worker_proc_alive_timeout=60.0,
    worker_hijack_root_logger=False,
    worker_redirect_stdouts=False,
    # A run continues while Redis is away: it needs PostgreSQL only.
    worker_cancel_long_running_tasks_on_connection_loss=False,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
)


@setup_logging.connect  # type: ignore[untyped-decorator]
def _configure_logging(**_: Any) -> None:
    configure_logging(settings.log_level, as_json=settings.log_json)


_intake: Intake | None = None
_turns = process.Turns()


@celeryd_after_setup.connect  # type: ignore[untyped-decorator]
def _appear(sender: str, instance: Any, **_: Any) -> None:
    global _intake  # noqa: PLW0603  children find it after the fork
    queues = list(instance.app.amqp.queues.consume_from)
    _intake = Intake(sender, queues)
    presence.appear(settings, sender, queues)


@worker_ready.connect  # type: ignore[untyped-decorator]
def _be_ready(**_: Any) -> None:
    presence.be_ready()


@worker_init.connect  # type: ignore[untyped-decorator]
def _watch_children(**_: Any) -> None:
    pulse.watch_children(settings.worker_beat_path)


@worker_shutdown.connect  # type: ignore[untyped-decorator]
def _stop_watching(**_: Any) -> None:
    pulse.stop_watching()
    presence.leave()


@worker_process_init.connect  # type: ignore[untyped-decorator]
def _open_process(**_: Any) -> None:
    """Connections are made in each child: none may be shared across a fork."""
    pulse.beat_as_child()
    process.open_process(settings, _intake, _turns)
    # Loaded objects stay to the end: to look for garbage in them would hold up a run for a tenth of
    # a second, in the middle of it.
    gc.collect()
    gc.freeze()
    os.nice(settings.worker_niceness)


@worker_process_shutdown.connect  # type: ignore[untyped-decorator]
def _close_process(**_: Any) -> None:
    process.close_process()
