import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { ClassCode } from '@/api/classes/classTypes';
import { useClassCode, useJoinClass } from '@/api/classes/joining';
import { ProblemError } from '@/api/http/problem';
import { Button } from '@/ui/Button';
import { Note } from '@/ui/Note';
import { usePageTitle } from '@/ui/usePageTitle';

import styles from './join.module.css';
import { PartnerFields, partnersBody, type Partner } from './PartnerFields';
import { useOpenJoinedLab } from './useOpenJoinedLab';

/** Which class it is, and who comes in. */
export function ClassForm({ code }: { code: string }) {
  const { data: found, error, refetch } = useClassCode(code);
  usePageTitle(found === undefined ? t`Join a class` : t`Join ${found.name}`);
  if (error !== null && found === undefined) {
    return <NotFound code={code} error={error} onRetry={() => void refetch()} />;
  }
  if (found === undefined) {
    return (
      <div className={styles.form} aria-busy="true">
        <h1>{t`Join a class`}</h1>
        <p className="quiet">{t`Looking for ${code}`}</p>
      </div>
    );
  }
  return (
    <div className={styles.form}>
      <div>
        <h1>{found.name}</h1>
        <p className="quiet">{found.lab_title}</p>
      </div>
      <JoinForm code={code} found={found} />
      {!found.is_open && (
        <Note
          tone="warn"
          title={t`This class is closed to new students at the moment.`}
          action={{ label: t`Look again`, onClick: () => void refetch() }}
        >
          {found.reason}
        </Note>
      )}
    </div>
  );
}

/** Students who have joined continue, even while joining is closed. */
function JoinForm({ code, found }: { code: string; found: ClassCode }) {
  const [isAnother, setAnother] = useState(false);
  if (found.here.length > 0 && !isAnother) {
    return <HereAlready found={found} onAnother={found.is_open ? () => setAnother(true) : null} />;
  }
  return found.is_open ? <WhoForm code={code} found={found} isAnother={isAnother} /> : null;
}

interface NotFoundProps {
  readonly code: string;
  readonly error: Error;
  readonly onRetry: () => void;
}

function NotFound({ code, error, onRetry }: NotFoundProps) {
  const isRefused = error instanceof ProblemError && error.status < 500;
  return (
    <div className={styles.form}>
      <h1>{t`Join a class`}</h1>
      <Note
        tone="bad"
        title={isRefused ? t`${code} did not open a class` : t`The class could not be looked up`}
        action={isRefused ? undefined : { label: t`Try again`, onClick: onRetry }}
      >
        {error.message}
      </Note>
      <Button renderRoot={(props) => <Link to="/join" {...props} />} fullWidth>
        {t`Type another code`}
      </Button>
    </div>
  );
}

interface WhoFormProps {
  readonly code: string;
  readonly found: ClassCode;
  /** Beside who is in the class in this browser already. */
  readonly isAnother: boolean;
}

/** Alias, identifier and section; what the class does not ask for is not there. */
function WhoForm({ code, found, isAnother }: WhoFormProps) {
  const { sections, needs_identifier } = found;
  const [alias, setAlias] = useState('');
  const [identifier, setIdentifier] = useState('');
  const [section, setSection] = useState('');
  const [partners, setPartners] = useState<readonly Partner[]>([]);
  const join = useJoinClass();
  const arrive = useOpenJoinedLab();
  const isReady =
    (!needs_identifier || identifier.trim() !== '') && (sections.length < 2 || section !== '');
  const [only] = sections;
  const asked = sections.length === 1 ? only : section;
  return (
    <form
      className={styles.fields}
      onSubmit={(event) => {
        event.preventDefault();
        const body = {
          code,
          ...(alias.trim() === '' ? {} : { alias: alias.trim() }),
          ...(needs_identifier ? { identifier: identifier.trim() } : {}),
          ...(asked === undefined || asked === '' ? {} : { section: asked }),
          ...(partners.length === 0 ? {} : { partners: partnersBody(partners, needs_identifier) }),
          is_another_person: isAnother,
        };
        join.mutate(body, { onSuccess: arrive });
      }}
    >
      <label className={styles.field}>
        {t`Your alias`}
        <input
          autoComplete="off"
          maxLength={40}
          value={alias}
          onChange={({ target }) => setAlias(target.value)}
        />
        <span className="small quiet">
          {t`Your teacher sees it, other students do not. Leave it empty to get one.`}
        </span>
      </label>
      {needs_identifier && <IdentifierField value={identifier} onChange={setIdentifier} />}
      {sections.length > 1 && (
        <SectionField sections={sections} value={section} onChange={setSection} />
      )}
      <PartnerFields
        partners={partners}
        needsIdentifier={needs_identifier}
        onChange={setPartners}
      />
      {join.error !== null && (
        <Note tone="bad" title={t`You have not joined yet`}>
          {join.error.message}
        </Note>
      )}
      <Button type="submit" variant="filled" fullWidth disabled={!isReady || join.isPending}>
        {join.isPending ? t`Joining` : t`Join`}
      </Button>
    </form>
  );
}

interface IdentifierFieldProps {
  readonly value: string;
  readonly onChange: (identifier: string) => void;
}

function IdentifierField({ value, onChange }: IdentifierFieldProps) {
  return (
    <label className={styles.field}>
      {t`Your identifier`}
      <input
        required
        autoComplete="off"
        spellCheck={false}
        maxLength={80}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      <span className="small quiet">{t`Your teacher has told you what to type here.`}</span>
    </label>
  );
}

interface SectionFieldProps {
  readonly sections: readonly string[];
  readonly value: string;
  readonly onChange: (section: string) => void;
}

function SectionField({ sections, value, onChange }: SectionFieldProps) {
  return (
    <label className={styles.field}>
      {t`Your section`}
      <select required value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{t`Choose`}</option>
        {sections.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

interface HereAlreadyProps {
  readonly found: ClassCode;
  /** null: joining is closed. */
  readonly onAnother: (() => void) | null;
}

/** Students who joined in this browser: one of them continues, or another person joins. */
function HereAlready({ found, onAnother }: HereAlreadyProps) {
  return (
    <section className={styles.fields} aria-labelledby="here-already">
      <h2 id="here-already">{t`Is it you?`}</h2>
      {found.here.map(({ attempt_id, alias, number }) => (
        <Button
          key={attempt_id}
          variant="filled"
          fullWidth
          renderRoot={(props) => (
            <Link to="/labs/attempts/$attemptId" params={{ attemptId: attempt_id }} {...props} />
          )}
        >
          {t`Continue as ${alias} (${number})`}
        </Button>
      ))}
      {onAnother !== null && (
        <Button fullWidth onClick={onAnother}>
          {t`I am someone else`}
        </Button>
      )}
      <p className="small quiet">
        {t`Anyone who uses this browser can open the work of everyone who has joined from it.`}
      </p>
    </section>
  );
}
