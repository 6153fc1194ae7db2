import { t } from '@lingui/core/macro';

import { Button } from '@/ui/Button';

import styles from './join.module.css';

/** A partner who works with a student at this device, as typed. */
export interface Partner {
  readonly alias: string;
  readonly identifier: string;
}

/** As many as the service takes. */
const MOST_PARTNERS = 3;
const NOBODY_YET: Partner = { alias: '', identifier: '' };

interface PartnerFieldsProps {
  readonly partners: readonly Partner[];
  readonly needsIdentifier: boolean;
  readonly onChange: (partners: readonly Partner[]) => void;
}

/** Who works together at this device: what one answers, all have answered. */
export function PartnerFields({ partners, needsIdentifier, onChange }: PartnerFieldsProps) {
  const change = (index: number, changed: Partial<Partner>) =>
    onChange(partners.map((each, at) => (at === index ? { ...each, ...changed } : each)));
  return (
    <>
      {partners.map((partner, index) => {
        const isOnly = partners.length === 1;
        const number = index + 1;
        return (
          <fieldset key={index} className={styles.partner}>
            <legend className="visually-hidden">{t`Partner ${number}`}</legend>
            <label className={styles.field}>
              {isOnly ? t`Your partner’s alias` : t`Partner ${number}’s alias`}
              <input
                autoComplete="off"
                maxLength={40}
                value={partner.alias}
                onChange={({ target }) => change(index, { alias: target.value })}
              />
            </label>
            {needsIdentifier && (
              <label className={styles.field}>
                {isOnly ? t`Your partner’s identifier` : t`Partner ${number}’s identifier`}
                <input
                  required
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={80}
                  value={partner.identifier}
                  onChange={({ target }) => change(index, { identifier: target.value })}
                />
              </label>
            )}
            <Button
              size="compact"
              aria-label={t`Remove partner ${number}`}
              onClick={() => onChange(partners.filter((_, at) => at !== index))}
            >
              {t`Remove`}
            </Button>
          </fieldset>
        );
      })}
      {partners.length < MOST_PARTNERS && (
        <div className={styles.field}>
          <Button fullWidth onClick={() => onChange([...partners, NOBODY_YET])}>
            {partners.length === 0 ? t`Work with a partner at this device` : t`Add another partner`}
          </Button>
          {partners.length === 0 && (
            <span className="small quiet">
              {t`You answer together, and each of you gets the points.`}
            </span>
          )}
        </div>
      )}
    </>
  );
}

/** As the service takes them: an empty alias is made up. */
export function partnersBody(partners: readonly Partner[], needsIdentifier: boolean) {
  return partners.map(({ alias, identifier }) => ({
    ...(alias.trim() === '' ? {} : { alias: alias.trim() }),
    ...(needsIdentifier ? { identifier: identifier.trim() } : {}),
  }));
}
