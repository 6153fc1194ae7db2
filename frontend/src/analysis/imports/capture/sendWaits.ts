/** How long a sender waits for what, from the packets of a capture at its side. Pure. */
import { SendClock, type Evidence } from '@/analysis/imports/evidence';
import type { TcpDirection } from './tcpDirection';

type State = 'idle' | 'receiver' | 'recovery' | 'flying';

/** Of one direction; updated after each packet of the connection. */
export class SendWaits {
  readonly clock = new SendClock();
  /** The window that the other end advertised last, scaled. */
  window_bytes: number | null = null;
  knowsScale = false;
  private readonly spent_s: Record<State, number> = {
    idle: 0,
    receiver: 0,
    recovery: 0,
    flying: 0,
  };
  private state: State | null = null;
  private since_s = 0;
  private recoverTo: number | null = null;
  private acked: number | null = null;

  /** New payload, or again: `next` is behind the last byte that was ever sent. */
  sent(isAgain: boolean, next: number | null, time_s: number): void {
    if (isAgain) this.recoverTo ??= next;
    else if (this.state === 'flying') this.clock.sent(time_s);
  }

  after(tcp: TcpDirection, time_s: number): void {
    if (this.state !== null) this.spent_s[this.state] += Math.max(0, time_s - this.since_s);
    this.since_s = Math.max(this.since_s, time_s);
    if (tcp.acked !== null && tcp.acked !== this.acked) {
      if (this.acked !== null) this.clock.ack(time_s);
      this.acked = tcp.acked;
    }
    this.state = this.stateOf(tcp);
  }

  private stateOf({ next, acked, mss_bytes, largest_bytes, payload_bytes }: TcpDirection) {
    if (next === null || acked === null || payload_bytes === 0) return null;
    if (this.recoverTo !== null && acked >= this.recoverTo) this.recoverTo = null;
    if (this.recoverTo !== null) return 'recovery' as const;
    const segment = mss_bytes ?? Math.min(largest_bytes, 1448);
    const left = this.window_bytes === null ? null : acked + this.window_bytes - next;
    const isClosed = this.knowsScale ? left !== null && left < segment : this.window_bytes === 0;
    if (isClosed) return 'receiver' as const;
    return next === acked ? ('idle' as const) : ('flying' as const);
  }

  evidence(): Pick<Evidence, 'waits' | 'clock'> {
    const { idle, receiver, recovery, flying } = this.spent_s;
    const clock = this.clock.share();
    return {
      waits: {
        idle_s: idle,
        receiver_s: receiver,
        recovery_s: recovery,
        flying_s: flying,
        knowsWindow: this.knowsScale,
      },
      ...(clock === null ? {} : { clock }),
    };
  }
}
