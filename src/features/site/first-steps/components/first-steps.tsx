import { currentFormats, withTax } from '@/shared/domain/text/formats'
import { Anchor, Button } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { firstStepsKey } from '../api/first-steps.query'
import { putAwayFirstSteps } from '../api/put-away.mutation'
import type { FirstStep } from '../use-first-steps'
import classes from './first-steps.module.css'

/** A place on the settings of the company. */
const company = (at: string) => `${linkTo('/settings/company')}#${at}`

const steps: readonly { step: FirstStep; label: string; why: string | (() => string); to: string }[] = [
  {
    step: 'country',
    label: 'Country',
    why: 'Currency, formats, tax rates, paper and closed days follow from it.',
    to: linkTo('/settings/country'),
  },
  { step: 'name', label: 'Name of the company', why: 'Shown on every screen and paper.', to: company('name') },
  { step: 'logo', label: 'Logo', why: 'Printed on quotations, delivery notes and invoices.', to: company('logo') },
  {
    step: 'address',
    label: 'Address',
    why: 'Every invoice names it, with the country. Without them none is issued.',
    to: company('address'),
  },
  { step: 'time_zone', label: 'Time zone', why: 'It decides which day a document is dated.', to: company('time_zone') },
  { step: 'mail', label: 'Email of the company', why: 'Clients answer to it.', to: company('email') },
  { step: 'colleagues', label: 'Colleagues', why: 'Each has an account with a role.', to: linkTo('/staff') },
  {
    step: 'contacts',
    label: 'Clients and suppliers',
    why: 'Import them from a file, or add the first one.',
    to: `${linkTo('/contacts')}?view=import`,
  },
  { step: 'vat', label: '{Tax} rates', why: 'Mark the usual rate of new lines.', to: company('vat-rates') },
  {
    step: 'vat_number',
    label: '{Tax} number',
    why: () =>
      currentFormats().tax_kind === 'vat'
        ? 'An invoice that charges {tax} names it. Without it, no rate may be above zero.'
        : 'Printed on invoices. No invoice needs it.',
    to: company('vat_number'),
  },
  { step: 'bank', label: 'Bank account', why: 'Shown where clients are asked to pay.', to: company('iban') },
  {
    step: 'terms',
    label: 'Terms',
    why: 'New quotations contain them, and clients accept them.',
    to: company('terms-heading'),
  },
  {
    step: 'hours',
    label: 'Opening hours',
    why: 'Clients book a visit within them.',
    to: `${linkTo('/booking-list')}?tab=hours#opening-hours`,
  },
  {
    step: 'legal',
    label: 'Privacy policy and terms',
    why: 'Visitors of the site read that there is none, until you publish yours.',
    to: `${linkTo('/settings/website')}?part=privacy`,
  },
  {
    step: 'samples',
    label: 'Samples of your trade',
    why: 'Services, materials and prices to begin with. They are removed again in one click.',
    to: linkTo('/settings/samples'),
  },
  {
    step: 'service',
    label: 'First service',
    why: 'What you sell, with its price.',
    to: `${linkTo('/services')}?dialog=new`,
  },
  {
    step: 'quotation',
    label: 'A test quotation',
    why: 'Send one to yourself, approve it and record its payment: then you can be paid.',
    to: `${linkTo('/quotations')}?dialog=new`,
  },
]

/** A company with no more steps left than this has begun its work: the others are not listed any more. */
export const fewLeft = 2

/** The first steps of a new company. Each step is ticked when its data exist. */
export function FirstSteps({ done }: { done: Record<FirstStep, boolean> }) {
  const queryClient = useQueryClient()
  const putAway = useActMutation({
    mutationFn: () => putAwayFirstSteps(true),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: firstStepsKey }),
  })
  const left = steps.filter(({ step }) => !done[step])
  const listed = left.length > fewLeft ? steps : left
  return (
    <section className={classes.steps} aria-labelledby="first-steps">
      <header className={classes.header}>
        <div>
          <h2 id="first-steps" className={classes.title}>
            First steps
          </h2>
          <span className={classes.why}>{`${steps.length - left.length} of ${steps.length} are done`}</span>
        </div>
        <Button size="xs" variant="default" loading={putAway.isPending} onClick={() => putAway.mutate()}>
          Put away
        </Button>
      </header>
      {putAway.isError ? <Problem>{saveProblem(putAway.error)}</Problem> : null}
      <ol className={classes.list}>
        {listed.map(({ step, label, why, to }) => (
          <li key={step} className={classes.step} data-done={done[step] || undefined}>
            {done[step] ? (
              <IconCircleCheckFilled size={20} role="img" aria-label="Done" />
            ) : (
              <IconCircle size={20} stroke={1.5} role="img" aria-label="To do" />
            )}
            <span>
              <Anchor component={Link} to={to} className={classes.name}>
                {withTax(label)}
              </Anchor>
              <span className={classes.why}>{withTax(typeof why === 'string' ? why : why())}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
