import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { defineFields } from '@/kit/fields/field'
import { percent, wholeNumber } from '@/kit/fields/number-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { Problem } from '@/shared/ui/page/problem'
import {
  newQuotationsKey,
  newQuotationsQuery,
  type NewQuotationSettings,
  saveNewQuotations,
} from '../../shared/api/new-quotations.query'
import { MarginFloors } from './margin-floors'
import { StagesForClients } from './stages-for-clients'
import { TermsTemplates } from './terms-templates'

/** The section of /settings/company for quotations: defaults, margin floor, and terms. */
export function QuotationSettings() {
  const stored = useQuery(newQuotationsQuery)
  return (
    <>
      <section aria-labelledby="new-quotations-heading">
        <Title order={2} size="h3" mt="xl" mb="xs" id="new-quotations-heading" tabIndex={-1}>
          New quotations
        </Title>
        {stored.isPending ? <NamedSkeleton height={160} label="Reading the settings of quotations" /> : null}
        {stored.isError && !stored.data ? (
          <Problem onRetry={() => void stored.refetch()}>The settings of quotations could not be read</Problem>
        ) : null}
        {stored.data ? <NewQuotations stored={stored.data} /> : null}
      </section>
      <section aria-labelledby="terms-heading">
        <Title order={2} size="h3" mt="xl" mb="xs" id="terms-heading" tabIndex={-1}>
          Terms of quotations
        </Title>
        <Text c="dimmed" mb="md">
          A new quotation copies the terms for the language and type of its client. In the quotation another template
          can be chosen, and the text changed.
        </Text>
        <TermsTemplates />
      </section>
      <section aria-labelledby="floor-heading">
        <Title order={2} size="h3" mt="xl" mb="xs" id="floor-heading" tabIndex={-1}>
          Margin floor
        </Title>
        <Text c="dimmed" mb="md">
          A quotation below the floor can be sent only after a person who sees costs has given a reason. Others see who
          may approve it, but no cost.
        </Text>
        <MarginFloors />
      </section>
      <StagesForClients />
    </>
  )
}

const fields = defineFields({
  quotation_valid_days: wholeNumber('Valid for', {
    required: true,
    least: '1',
    most: '3650',
    help: 'In days from sending.',
  }),
  deposit_percent: percent('Deposit', { required: true, help: 'Of the total with {tax}; 0 asks for none.' }),
  lead_days: wholeNumber('Lead time', {
    required: true,
    most: '365',
    help: 'Working days from the approval, or from its deposit, to the promised day of the order. A service may have its own, and a day that the terms promise comes first.',
  }),
})

function NewQuotations({ stored }: { stored: NewQuotationSettings }) {
  const form = useRecordForm({
    fields,
    name: 'new-quotations',
    stored,
    queryKey: newQuotationsKey,
    save: saveNewQuotations,
  })
  return <RecordForm form={form} label="New quotations" submitLabel="Save quotation settings" />
}
