import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { vatKey } from '@/documents/totals'
import { vatProposalQuery } from '@/kit/record/vat-proposal'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { contactName } from '@/shared/domain/people/contact'
import { countryNameIn } from '@/shared/domain/places/country-code'
import { withTax } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { useRights } from '@/shared/hooks/current-user'
import { type Quotation, vatRatesQuery } from '../api/quotation.query'
import { vatNumberQuery } from '../api/vat-number.query'
import type { QuotationItem } from './line'
import { changeOf } from './line-edits'
import type { Lines } from './use-lines'

const isTaxed = ({ vat_rate, vat_treatment }: QuotationItem): boolean =>
  vat_rate !== null && vat_treatment === 'standard' && isAboveZero(vat_rate)

/**
 * Beside the amounts of a draft for a business in another EU country whose lines charge VAT: that reverse charge usually applies,
 * and one act that sets it, or where its rate is made.
 */
export function AbroadNote({ quotation, lines }: { quotation: Quotation; lines: Lines }) {
  const { contact_id: client, id, location_id: site } = quotation
  const proposal = useQuery(vatProposalQuery(client, { kind: 'quotation', id, site })).data
  const taxed = lines.lines.filter(isTaxed)
  const isMeant = quotation.amends === null && proposal?.isAbroad === true && taxed.length > 0
  if (!isMeant) return null
  return proposal.isReverse ? (
    <SetReverse to={proposal.value} taxed={taxed} perform={lines.perform} />
  ) : (
    <NoRate client={client} />
  )
}

function NoRate({ client }: { client: string }) {
  const { data } = useQuery(vatNumberQuery(client))
  const isAdmin = useRights().role === 'admin'
  if (!data) return null
  const letters = data.vat_number?.slice(0, 2) ?? ''
  const country = countryNameIn('en', letters === 'EL' ? 'GR' : letters)
  return (
    <Text size="sm" my="xs" role="status">
      {withTax(
        `${contactName(data)} has a {tax} number of ${country}. Reverse charge usually applies. You have no rate for it. `,
      )}
      {isAdmin ? (
        <Anchor component={Link} to={`${linkTo('/settings/company')}#vat-rates`} size="sm">
          {withTax('Add a {tax} rate')}
        </Anchor>
      ) : (
        'An admin can add it.'
      )}
    </Text>
  )
}

type SetReverseProps = { to: string; taxed: readonly QuotationItem[]; perform: Lines['perform'] }

/** The lines with the usual rate get reverse charge together, and one undo takes it back. A line with another rate keeps it. */
function SetReverse({ to, taxed, perform }: SetReverseProps) {
  const { data: rates = [] } = useQuery(vatRatesQuery)
  const reverse = rates.find(({ value }) => value === to)
  const usual = rates.find(({ isDefault }) => isDefault)?.value
  const meant = taxed.filter(({ vat_rate, vat_treatment }) => vatKey(vat_rate ?? '', vat_treatment ?? '') === usual)
  if (!reverse || meant.length === 0) return null
  const set = () =>
    perform(meant.flatMap((line) => changeOf(line, { vat_rate: reverse.rate, vat_treatment: reverse.treatment }) ?? []))
  return (
    <Button variant="default" size="xs" my="xs" onClick={set}>
      {meant.length === 1 ? 'Set reverse charge on the line' : `Set reverse charge on all ${meant.length} lines`}
    </Button>
  )
}
