/** What moves along with an axis although it is not varied itself, as the server computes it. */

interface Follower {
  readonly sentence: string;
  readonly repairs: readonly {
    readonly title: string;
    readonly fields: Readonly<Record<string, unknown>>;
  }[];
}

interface FollowedAxis {
  readonly followers?: readonly Follower[];
}

/** Those that can be kept still: a curve over the axis shows two causes at once. */
export function confounders(axes: readonly FollowedAxis[]): readonly Follower[] {
  return followersOf(axes).filter(({ repairs }) => repairs.length > 0);
}

/** Those that follow a varied field, as the BDP the RTT: worth knowing, nothing to repair. */
export function consequences(axes: readonly FollowedAxis[]): readonly Follower[] {
  return followersOf(axes).filter(({ repairs }) => repairs.length === 0);
}

function followersOf(axes: readonly FollowedAxis[]): readonly Follower[] {
  return axes.flatMap(({ followers = [] }) => followers);
}
