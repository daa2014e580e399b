import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type Say, useSay } from '@/kit/client-page/use-say'
import { useActMutation } from '@/kit/save/use-act-mutation'
import type { english } from '@/shared/domain/texts/brief/en'
import { briefPart } from '@/shared/domain/texts/brief/part'
import type { english as ofForms } from '@/shared/domain/texts/forms/en'
import { formsPart } from '@/shared/domain/texts/forms/part'
import { useProblem } from '@/shared/hooks/use-problem'
import { emailLine, phoneLine } from '../../shared/reach-lines'
import { type FormLine, SiteForm } from '../../shared/site-form'
import site from '../../shared/site.module.css'
import { saveBrief, sendBrief } from '../api/brief.mutation'
import { type Brief, briefQuery } from '../api/brief.query'
import { keepBrief } from '../kept-brief'
import { steps } from '../questions'
import classes from './interview.module.css'
import { Pictures } from './pictures'
import { Questions } from './questions-of-step'

type Words = { say: Say<typeof english>; sayForm: Say<typeof ofForms> }

const whoOf = ({ say, sayForm }: Words): FormLine<'name' | 'company' | 'email' | 'phone'>[] => [
  { name: 'name', label: say('name'), autoComplete: 'name', group: 'who' },
  { name: 'company', label: sayForm('business'), autoComplete: 'organization', isOptional: true, group: 'who' },
  { ...emailLine(sayForm), group: 'reach' },
  { ...phoneLine(sayForm), isOptional: true, group: 'reach' },
]

/** The interview itself. Each step is saved when it is left; the address keeps the link, so that it can be resumed anywhere. */
export function Interview({ brief }: { brief: Brief | null }) {
  const say = useSay(briefPart)
  const sayForm = useSay(formsPart)
  const reasonOf = useProblem()
  const queryClient = useQueryClient()
  const [, setSearch] = useSearchParams()
  const [link, setLink] = useState(brief?.link ?? null)
  const [answers, setAnswers] = useState<Record<string, string>>(brief?.answers ?? {})
  const [step, setStep] = useState(Math.min(brief?.step ?? 0, steps.length))
  const [sent, setSent] = useState(brief && brief.status !== 'open' ? brief.reference : null)
  const [isTold, setTold] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const isMoved = useRef(false)
  useEffect(() => {
    if (isMoved.current) heading.current?.focus()
  }, [step, sent])

  const saving = useActMutation({
    mutationFn: (next: number) => saveBrief(link, answers, next),
    onSuccess: (saved, next) => {
      isMoved.current = true
      setLink(saved)
      setStep(next)
      keepBrief(saved)
      if (saved !== link)
        setSearch(
          (before) => {
            before.set('brief', saved)
            return before
          },
          { replace: true, preventScrollReset: true },
        )
    },
  })
  if (sent !== null)
    return (
      <div className={`${site.inside} ${site.section}`}>
        <p className={site.label}>{sent}</p>
        <h1 ref={heading} tabIndex={-1} className={site.display} style={{ outline: 'none' }}>
          {say('sent')}
        </h1>
        <p className={site.lead}>{say('sent_text')}</p>
        <p style={{ marginTop: '2rem' }}>
          <button
            type="button"
            className={site.plain}
            onClick={() => {
              keepBrief(null)
              location.assign(location.pathname)
            }}
          >
            {say('another')}
          </button>
        </p>
      </div>
    )

  const current = steps[step]
  const isEmpty = step === 0 && !(answers['what'] ?? '').trim()
  const go = (next: number) => {
    setTold(true)
    if (isEmpty && next > step) return
    saving.mutate(next)
  }
  return (
    <div className={`${site.inside} ${site.section}`}>
      <ol className={classes.progress} aria-label={say('steps')}>
        {[...steps.map(({ title }) => title), 'who_title' as const].map((title, index) => (
          <li key={title} aria-current={index === step ? 'step' : undefined} data-done={index < step || undefined}>
            <span>{say(title)}</span>
          </li>
        ))}
      </ol>
      <h1 ref={heading} tabIndex={-1} className={site.title} style={{ outline: 'none' }}>
        {say(current?.title ?? 'who_title')}
      </h1>
      <p className={site.lead}>{say(current?.lead ?? 'who_lead')}</p>
      <div className={classes.body}>
        {current ? (
          <Questions
            of={current.questions}
            answers={answers}
            onAnswer={(name, answer) => setAnswers((before) => ({ ...before, [name]: answer }))}
            problem={isTold && isEmpty ? say('one_line') : null}
          />
        ) : null}
        {current?.hasPictures && link ? <Pictures link={link} first={brief?.pictures ?? []} /> : null}
        {saving.isError ? (
          <p className={site.notice} role="alert">
            {reasonOf(saving.error)}
          </p>
        ) : null}
        {current ? (
          <div className={site.row}>
            <button type="button" className={site.button} disabled={saving.isPending} onClick={() => go(step + 1)}>
              {say(saving.isPending ? 'saving' : 'go_on')}
            </button>
            {step > 0 ? (
              <button type="button" className={site.plain} disabled={saving.isPending} onClick={() => go(step - 1)}>
                {say('back')}
              </button>
            ) : null}
          </div>
        ) : (
          <>
            <SiteForm
              name="brief"
              lines={whoOf({ say, sayForm })}
              submitLabel={say('send')}
              send={async (sender, trap) => {
                if (!link) throw new Error(say('first_missing'))
                const done = await sendBrief(link, sender, trap)
                queryClient.setQueryData(briefQuery(link).queryKey, done)
                isMoved.current = true
                setSent(done.reference ?? '')
              }}
              onSent={() => {}}
            />
            <p>
              <button type="button" className={classes.back} onClick={() => go(step - 1)}>
                {say('back_to_questions')}
              </button>
            </p>
          </>
        )}
        {link ? <p className={site.quiet}>{say('saved')}</p> : null}
      </div>
    </div>
  )
}
