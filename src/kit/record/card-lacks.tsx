import { Alert, Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useLive } from '@/kit/live/use-live'
import { db } from '@/shared/db/client'
import { contactKind } from '@/shared/domain/records/record-kind'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { RecordLink } from '@/shared/ui/page/record-links'

type CardLacksProps = {
  contactId: string
  /** The document to be made next for the client: `invoice`. */
  paper: 'invoice' | 'deposit invoice'
  /** Under reverse charge the paper names the client's VAT number. */
  needsVatNumber?: boolean
  /** VAT above zero is charged: the company must name its own VAT number. */
  chargesVat?: boolean
}

/** What the client's card and the company lack for the next document, with links. Empty when they have all. */
export function CardLacks({ contactId, paper, needsVatNumber = false, chargesVat = false }: CardLacksProps) {
  const isUnregistered = useCompanyWithoutVatNumber(chargesVat)
  const queryKey = ['card-lacks', contactId]
  const card = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('contacts')
        .select('type, address_line, city, country, vat_number')
        .eq('id', contactId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
  useLive(queryKey, [{ page: 'contacts', tables: ['contacts'] }])
  if (!card.data) return null
  const { type, address_line, city, country, vat_number } = card.data
  const missing = [
    hasWords(address_line) || hasWords(city) ? null : 'an address',
    hasWords(country) ? null : 'a country',
    needsVatNumber && !hasWords(vat_number) ? 'a VAT number, which reverse charge needs' : null,
  ].filter((each) => each !== null)
  if (missing.length === 0 && !isUnregistered) return null
  return (
    <Alert color="yellow" title={`Before the ${paper}`}>
      <Stack gap="sm">
        {isUnregistered ? <CompanyLacksVatNumber paper={paper} /> : null}
        {missing.length > 0 ? (
          <div>
            <Text size="sm" mb={4}>
              The client’s card lacks {missing.join(' and ')}.
            </Text>
            <RecordLink kind={contactKind(type)} id={contactId}>
              Open the card
            </RecordLink>
          </div>
        ) : null}
      </Stack>
    </Alert>
  )
}

/** True when the company has no VAT number. False until it is known, and when nobody asks. */
function useCompanyWithoutVatNumber(isAsked: boolean): boolean {
  const company = useQuery({
    // Under `company`: the frame of the office reads it again when the settings change.
    queryKey: ['company', 'vat number'],
    enabled: isAsked,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('company_settings')
        .select('vat_number')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
  return isAsked && company.data?.vat_number === null
}

function CompanyLacksVatNumber({ paper }: Pick<CardLacksProps, 'paper'>) {
  const { role } = useRights()
  return (
    <div>
      <Text size="sm" mb={4}>
        Your company has no VAT number, and this {paper} charges VAT.
        {role === 'admin' ? null : ' An admin can enter it.'}
      </Text>
      {role === 'admin' ? (
        <Anchor component={Link} to={`${linkTo('/settings/company')}#vat_number`} size="sm">
          Enter the VAT number
        </Anchor>
      ) : null}
    </div>
  )
}

const hasWords = (text: string | null): boolean => (text ?? '').trim() !== ''
