import { addressLinesOf } from '@/shared/domain/places/address-lines'
import { currentFormats, lengthUnitOf, lengthUnits, withTax } from '@/shared/domain/text/formats'
import { Anchor, Button, Group, Title } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { useOpenedForm } from '@/kit/form/use-opened-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import { contactKindOf } from '@/shared/domain/people/contact'
import { languageLabel } from '@/shared/domain/texts/languages'
import { cashDiscountProblems } from '@/kit/fields/cash-discount-fields'
import { currencyName } from '@/shared/domain/money/currency'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { taxNumberText } from '@/shared/domain/places/tax-number'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import page from '@/shared/ui/page/record-page.module.css'
import { colleaguesQuery, type ContactCardRow, contactTypesQuery } from '../api/contact.query'
import { contactsKey } from '../api/contacts.query'
import { contactFields } from '../contact-fields'
import { SimilarContacts } from './merge/similar-contacts'
import { NoRateYet } from './no-rate-yet'

type ContactDetailsProps = { card: ContactCardRow; mayEdit: boolean }

/** The facts of a contact, or the form while it is edited. */
export function ContactDetails({ card, mayEdit }: ContactDetailsProps) {
  const { isOpen, open, close } = useOpenedForm(`edit-${card.id}`)
  if (mayEdit && isOpen) return <EditContact card={card} onDone={close} />
  return (
    <section className={page.panel} aria-labelledby="details-heading">
      <Group justify="space-between" mb="md">
        <Title order={2} id="details-heading">
          Details
        </Title>
        {mayEdit ? (
          <Button variant="default" size="xs" leftSection={<IconPencil size={16} aria-hidden />} onClick={open}>
            Edit
          </Button>
        ) : null}
      </Group>
      <Facts card={card} />
    </section>
  )
}

function EditContact({ card, onDone }: { card: ContactCardRow; onDone: () => void }) {
  const form = useRecordForm({
    fields: contactFields[contactKindOf(card.type)],
    name: `edit-${card.id}`,
    stored: card,
    queryKey: contactsKey,
    check: cashDiscountProblems,
    save: (values) => saveVersioned({ table: 'contacts', what: 'this contact', row: card, values }),
    onSaved: onDone,
  })
  return (
    <RecordForm form={form} label="Edit contact" submitLabel="Save changes" onCancel={onDone}>
      <SimilarContacts name="" email={form.drafts.email} vat={form.drafts.vat_number} except={card.id} />
      <NoRateYet currency={form.drafts.currency} />
    </RecordForm>
  )
}

function Facts({ card }: { card: ContactCardRow }) {
  const types = useQuery(contactTypesQuery)
  const colleagues = useQuery(colleaguesQuery)
  const address = addressLinesOf({ ...card, address: card.address_line }, false, currentFormats().country).join(', ')
  const tel = (number: string | null) =>
    number === null ? null : <Anchor href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number}</Anchor>
  const facts: [string, ReactNode][] = [
    [
      'Email',
      card.email === null ? null : <Anchor href={`mailto:${encodeURIComponent(card.email)}`}>{card.email}</Anchor>,
    ],
    ['Phone', tel(card.phone)],
    ['Mobile', tel(card.mobile)],
    [withTax('{Tax} number'), card.vat_number && taxNumberText(card.vat_number, card.country)],
    ['Address', address],
    ['Contact type', types.data?.find(({ id }) => id === card.contact_type_id)?.name],
    ['Language of papers', card.language === null ? null : languageLabel(card.language)],
    ['Sizes on papers', card.length_unit === null ? null : lengthUnits[lengthUnitOf(card.length_unit) ?? 'mm']],
    ['Currency', withName(card.currency ?? currentFormats().currency)],
    ['Cash discount', cashDiscountOf(card)],
    ['Payment terms', card.payment_terms_days === null ? null : `${card.payment_terms_days} days`],
    ['Credit limit', <CreditLimit card={card} />],
    ['Account manager', colleagues.data?.find(({ userId }) => userId === card.account_manager_id)?.name],
  ]
  return (
    <dl className={page.facts}>
      {facts.map(([label, value]) => (
        <div key={label} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>{value || '–'}</dd>
        </div>
      ))}
    </dl>
  )
}

const withName = (currency: string): string => `${currency} · ${currencyName(currency)}`

const cashDiscountOf = ({ cash_discount_pct: percent, cash_discount_days: days }: ContactCardRow): string | null =>
  percent === null ? null : isAboveZero(percent) ? `${shortDecimalText(percent)} % within ${days} days` : 'None'

/** The credit limit. It follows from a credit application, so it is changed by a new one. */
const CreditLimit = ({ card }: { card: ContactCardRow }) => (
  <Group component="span" gap="xs">
    <span>{card.credit_limit === null ? 'None' : formatMoney(card.credit_limit, card.currency ?? undefined)}</span>
    {can(useRights(), 'contacts', 'edit') ? (
      <Anchor component={Link} to={`${linkTo('/credit-application')}?new=yes&client=${card.id}`} size="sm">
        Apply for credit
      </Anchor>
    ) : null}
  </Group>
)
