import { type HTMLAttributes, type Ref, useId } from 'react'
import { useSay } from '@/kit/client-page/use-say'
import { formsPart } from '@/shared/domain/texts/forms/part'
import classes from './site.module.css'

type FieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  problem?: string | undefined
  isOptional?: boolean
  isLong?: boolean
  type?: 'text' | 'email' | 'tel'
  autoComplete?: string
  inputMode?: HTMLAttributes<HTMLInputElement>['inputMode']
  help?: string
  max?: number
  ref?: Ref<HTMLInputElement & HTMLTextAreaElement>
  'data-autofocus'?: boolean
}

/** A field of a form of the site: its label above, its problem in words below. */
export function TextLine({
  label,
  value,
  onChange,
  problem,
  isOptional = false,
  isLong = false,
  help,
  max = 200,
  type = 'text',
  ref,
  ...more
}: FieldProps) {
  const id = useId()
  const say = useSay(formsPart)
  const shared = {
    ref,
    id,
    className: classes.input,
    value,
    maxLength: max,
    required: !isOptional,
    'aria-invalid': problem ? true : undefined,
    'aria-describedby': problem || help ? `${id}-words` : undefined,
    ...more,
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id}>
        {label} {isOptional ? <small>{say('optional')}</small> : null}
      </label>
      {isLong ? (
        <textarea {...shared} onChange={(event) => onChange(event.currentTarget.value)} />
      ) : (
        <input {...shared} type={type} onChange={(event) => onChange(event.currentTarget.value)} />
      )}
      {problem || help ? (
        <p id={`${id}-words`} className={problem ? classes.wrong : classes.quiet}>
          {problem ?? help}
        </p>
      ) : null}
    </div>
  )
}

/** A field that people do not see. What fills it in is a robot. */
export const Trap = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => (
  <div className={classes.trap} aria-hidden="true">
    <label>
      Website
      <input tabIndex={-1} autoComplete="off" value={value} onChange={(event) => onChange(event.currentTarget.value)} />
    </label>
  </div>
)

export const isEmail = (typed: string): boolean => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/.test(typed.trim())
