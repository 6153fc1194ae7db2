import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';

import { aligned, countOf } from '@/analysis/numbers/shown';
import { client } from '@/api/http/client';
import { unwrap } from '@/api/http/problem';
import type { components } from '@/api/schema';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';

import styles from './operator.module.css';
import { bytes, Table, when } from './OperatorTable';

type Operator = components['schemas']['OperatorRead'];
type OwnerUse = components['schemas']['OwnerUse'];

const SHOWN_DIGITS = 12;
export const OPERATOR_KEY = 'operator';

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The owners that use the space, and a switch that blocks new work of each. */
export function Owners({
  operator,
  token,
}: {
  readonly operator: Operator;
  readonly token: string;
}) {
  const { owners, owner_count: count } = operator;
  return (
    <section aria-labelledby="owners">
      <h2 id="owners">Owners</h2>
      <p className="quiet">
        {countOf(count, 'owner')} with runs. An owner is a browser; shown is a digest of its key,
        which opens nothing.
      </p>
      {owners.length > 0 && (
        <Table label="Owners" heads={['Owner', 'Series', 'Runs', 'Experiments', 'Limit', 'Newest']}>
          {owners.map((use) => (
            <OwnerRow key={use.owner} use={use} token={token} />
          ))}
        </Table>
      )}
    </section>
  );
}

function OwnerRow({ use, token }: { readonly use: OwnerUse; readonly token: string }) {
  const queryClient = useQueryClient();
  const [isAsking, ask] = useState(false);
  const params = { path: { owner: use.owner }, header: bearer(token) };
  const change = useMutation({
    mutationFn: async (reason: string | null) => {
      if (reason === null) await unwrap(client.DELETE('/api/operator/limits/{owner}', { params }));
      else await unwrap(client.PUT('/api/operator/limits/{owner}', { params, body: { reason } }));
    },
    onSuccess: () => {
      ask(false);
      return queryClient.invalidateQueries({ queryKey: [OPERATOR_KEY] });
    },
  });
  const name = use.owner.slice(0, SHOWN_DIGITS);
  return (
    <tr>
      <th scope="row">
        <code title={use.owner}>{name}</code> {use.limit_reason !== null && <Pill>limited</Pill>}
        {use.limit_reason !== null && <p className="small quiet">{use.limit_reason}</p>}
      </th>
      <td className="number">{bytes(use.storage_bytes)}</td>
      <td className="number">{aligned(use.run_count, 0)}</td>
      <td className="number">{aligned(use.experiment_count, 0)}</td>
      <td>
        {use.limit_reason !== null && (
          <Button size="xs" disabled={change.isPending} onClick={() => change.mutate(null)}>
            Lift the limit
          </Button>
        )}
        {use.limit_reason === null && !isAsking && (
          <Button size="xs" onClick={() => ask(true)}>
            Limit
          </Button>
        )}
        {isAsking && <LimitForm name={name} onLimit={change.mutate} onLeave={() => ask(false)} />}
        {change.error !== null && <p role="alert">{change.error.message}</p>}
      </td>
      <td>{when(use.newest_at)}</td>
    </tr>
  );
}

interface LimitFormProps {
  readonly name: string;
  readonly onLimit: (reason: string) => void;
  readonly onLeave: () => void;
}

/** It keeps what it has, reads the reason, and may ask for nothing new. */
function LimitForm({ name, onLimit, onLeave }: LimitFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const reason = new FormData(event.currentTarget).get('reason');
    if (typeof reason === 'string' && reason.trim() !== '') onLimit(reason.trim());
  };
  return (
    <form className={styles.form} onSubmit={submit} aria-label={`Limit ${name}`}>
      <label>
        Reason, for the owner to read
        <input name="reason" required maxLength={300} />
      </label>
      <Button type="submit" size="xs" variant="filled">
        Allow nothing new
      </Button>
      <Button size="xs" onClick={onLeave}>
        Cancel
      </Button>
    </form>
  );
}
