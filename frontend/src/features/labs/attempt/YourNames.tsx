import { t } from '@lingui/core/macro';
import { useState } from 'react';

import { useAddPartner, useRenameMyself } from '@/api/classes/attemptClass';
import type { AttemptClass } from '@/api/classes/classTypes';
import { Button } from '@/ui/Button';

import styles from './classBar.module.css';

/** As many as the service takes at one device. */
const MOST_PEOPLE = 4;

interface YourNamesProps {
  readonly attemptId: string;
  readonly classroom: AttemptClass;
}

/** The alias of each who works here, and another one who joins. */
export function YourNames({ attemptId, classroom }: YourNamesProps) {
  const { aliases, has_identifiers } = classroom;
  return (
    <>
      <Rename key={aliases.join('\n')} attemptId={attemptId} aliases={aliases} />
      {aliases.length < MOST_PEOPLE && (
        <AddPartner attemptId={attemptId} hasIdentifiers={has_identifiers} />
      )}
    </>
  );
}

function Rename({ attemptId, aliases }: { attemptId: string; aliases: readonly string[] }) {
  const [texts, setTexts] = useState(aliases);
  const rename = useRenameMyself(attemptId);
  const names = texts.map((text) => text.trim());
  const isSame = names.includes('') || names.every((name, index) => name === aliases[index]);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const [alias = '', ...partners] = names;
        if (!isSame) rename.mutate({ alias, ...(partners.length === 0 ? {} : { partners }) });
      }}
    >
      {texts.map((text, index) => (
        <label key={index}>
          {index === 0 ? t`Your alias` : t`Alias of partner ${index}`}
          <span className={styles.pair}>
            <input
              className="touch-field"
              maxLength={40}
              autoComplete="off"
              value={text}
              onChange={({ target }) =>
                setTexts(texts.map((old, at) => (at === index ? target.value : old)))
              }
            />
            {index === texts.length - 1 && (
              <Button type="submit" disabled={isSame || rename.isPending}>
                {t`Rename`}
              </Button>
            )}
          </span>
        </label>
      ))}
      <p className={styles.refused} role="status">
        {rename.error?.message}
      </p>
    </form>
  );
}

interface AddPartnerProps {
  readonly attemptId: string;
  readonly hasIdentifiers: boolean;
}

/** A student who joins later on the same device. */
function AddPartner({ attemptId, hasIdentifiers }: AddPartnerProps) {
  const [isOpen, setOpen] = useState(false);
  const [alias, setAlias] = useState('');
  const [identifier, setIdentifier] = useState('');
  const add = useAddPartner(attemptId);
  if (!isOpen) {
    return (
      <div className={styles.part}>
        <Button onClick={() => setOpen(true)}>{t`Add a partner at this device`}</Button>
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate({
          ...(alias.trim() === '' ? {} : { alias: alias.trim() }),
          ...(hasIdentifiers ? { identifier: identifier.trim() } : {}),
        });
      }}
    >
      <label>
        {t`Your partner’s alias`}
        <input
          className="touch-field"
          maxLength={40}
          autoComplete="off"
          value={alias}
          onChange={({ target }) => setAlias(target.value)}
        />
      </label>
      {hasIdentifiers && (
        <label>
          {t`Your partner’s identifier`}
          <input
            className="touch-field"
            required
            maxLength={80}
            autoComplete="off"
            spellCheck={false}
            value={identifier}
            onChange={({ target }) => setIdentifier(target.value)}
          />
        </label>
      )}
      <Button type="submit" disabled={add.isPending}>
        {t`Add`}
      </Button>
      <p className={styles.refused} role="status">
        {add.error?.message}
      </p>
    </form>
  );
}
