import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { aligned, elapsed } from '@/analysis/numbers/shown';
import { client } from '@/api/http/client';
import { ProblemError, unwrap } from '@/api/http/problem';
import type { components } from '@/api/schema';
import { Button } from '@/ui/Button';
import { NotLoaded } from '@/ui/NotLoaded';
import { Note } from '@/ui/Note';

import styles from './operator.module.css';
import { bearer, OPERATOR_KEY, Owners } from './OperatorOwners';
import { bytes, Table, when } from './OperatorTable';

type Operator = components['schemas']['OperatorRead'];

/** The token stays in this tab, and goes with it. */
const TOKEN_KEY = 'lab-operator-token';
const LOOK_MS = 5000;
const UNAUTHORIZED = 401;

/** Who uses the space, which work is stuck, what is deleted automatically, and limits. */
export function OperatorPage() {
  const [token, keep] = useState(() => sessionStorage.getItem(TOKEN_KEY) ?? '');
  const enter = (next: string) => {
    sessionStorage.setItem(TOKEN_KEY, next);
    keep(next);
  };
  const { data, error, refetch } = useQuery({
    queryKey: [OPERATOR_KEY, token],
    queryFn: ({ signal }) =>
      unwrap(client.GET('/api/operator', { params: { header: bearer(token) }, signal })),
    enabled: token !== '',
    retry: false,
    refetchInterval: ({ state }) => (state.error === null ? LOOK_MS : false),
    placeholderData: keepPreviousData,
  });
  const isRefused = error instanceof ProblemError && error.status === UNAUTHORIZED;
  return (
    <main className={styles.page}>
      <h1 className="page-title">Operator</h1>
      {(token === '' || isRefused) && <TokenForm onEnter={enter} isRefused={isRefused} />}
      {token !== '' && error !== null && !isRefused && (
        <NotLoaded what="The operator’s page" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && !isRefused && (
        <>
          <Space operator={data} />
          <Owners operator={data} token={token} />
          <Stuck operator={data} />
          <KeptLines operator={data} />
          <Tokens operator={data} />
          <Button size="xs" onClick={() => enter('')}>
            Forget the token
          </Button>
        </>
      )}
    </main>
  );
}

function TokenForm(props: { onEnter: (token: string) => void; isRefused: boolean }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('token');
    if (typeof typed === 'string') props.onEnter(typed.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label>
        Token
        <input name="token" type="password" required minLength={16} autoComplete="off" />
      </label>
      <Button type="submit" variant="filled">
        Open
      </Button>
      <p className="quiet">LAB_OPERATOR_TOKEN of this lab. It is kept in this tab only.</p>
      {props.isRefused && (
        <Note tone="bad" title="This token is not valid">
          The lab has another LAB_OPERATOR_TOKEN.
        </Note>
      )}
    </form>
  );
}

function Space({ operator }: { readonly operator: Operator }) {
  const { disk_free_bytes: free, disk_bytes: size, workers } = operator;
  return (
    <section aria-labelledby="space">
      <h2 id="space">Space and workers</h2>
      {workers !== 'ok' && <Note tone="warn" title={`Workers: ${workers}`} />}
      <dl className={styles.facts}>
        <Fact name="Free on the disk">
          {free === null || size === null
            ? 'not seen from here'
            : `${bytes(free)} of ${bytes(size)}`}
        </Fact>
        <Fact name="Database">{bytes(operator.database_bytes)}</Fact>
        <Fact name="Series of all runs">
          {bytes(operator.series_bytes)} of {bytes(operator.series_limit_bytes)}
        </Fact>
        <Fact name="Of these without an owner">{bytes(operator.ownerless_series_bytes)}</Fact>
        <Fact name="Workers">{workers === 'ok' ? 'present' : 'missing'}</Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Stuck({ operator: { stuck } }: { readonly operator: Operator }) {
  return (
    <section aria-labelledby="stuck">
      <h2 id="stuck">Stuck work</h2>
      {stuck.length === 0 ? (
        <p>No work has waited for a minute, and all running work reports progress.</p>
      ) : (
        <Table label="Stuck work" heads={['Work', 'Queue', 'State', 'Attempt', 'For']}>
          {stuck.map((job) => (
            <tr key={job.id}>
              <th scope="row">
                {job.kind} <code>{job.id}</code>
              </th>
              <td>{job.queue}</td>
              <td>{job.status === 'queued' ? 'waits' : 'silent'}</td>
              <td className="number">{job.attempt}</td>
              <td className="number">{elapsed(job.waited_s ?? job.silent_s ?? 0)} s</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

const WHAT = {
  runs: 'Runs without an owner',
  experiments: 'Experiments without an owner',
  drafts: 'Drafts',
  classes: 'Classes',
  links: 'Links',
} as const;

function KeptLines({ operator: { kept } }: { readonly operator: Operator }) {
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">Deleted automatically</h2>
      <p className="quiet">
        Results that have an owner, a link or a paper are kept, whatever their age.
      </p>
      <Table label="Deleted automatically" heads={['What', 'How many', 'Next deletion', 'Overdue']}>
        {kept.map((line) => (
          <tr key={line.what}>
            <th scope="row">{WHAT[line.what]}</th>
            <td className="number">{aligned(line.count, 0)}</td>
            <td>{when(line.next_at)}</td>
            <td className="number">{aligned(line.overdue_count, 0)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

const COUNTS = [
  { name: 'units', head: 'Runs of experiments' },
  { name: 'waiting', head: 'To check' },
  { name: 'equal', head: 'Equal' },
  { name: 'wrong', head: 'Wrong' },
  { name: 'runs', head: 'Single runs' },
  { name: 'runs_equal', head: 'Equal runs' },
] as const;

function Tokens({ operator: { tokens } }: { readonly operator: Operator }) {
  if (tokens.length === 0) return null;
  return (
    <section aria-labelledby="tokens">
      <h2 id="tokens">Workers elsewhere</h2>
      <Table
        label="Workers elsewhere"
        heads={['Token', 'State', ...COUNTS.map(({ head }) => head)]}
      >
        {tokens.map((line) => (
          <tr key={line.name}>
            <th scope="row">{line.name}</th>
            <td>{line.state}</td>
            {COUNTS.map(({ name }) => (
              <td key={name} className="number">
                {aligned(line[name], 0)}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  );
}
