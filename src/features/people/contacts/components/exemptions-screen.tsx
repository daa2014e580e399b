import { IconCertificate } from '@tabler/icons-react'
import { RecordList } from '@/kit/list/record-list'
import { withTax } from '@/shared/domain/text/formats'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { exemptionList } from '../api/exemption-list'
import { cardLink } from '../card-link'

/** /exemption-certificates: by which certificates sales are without sales tax, for an audit. */
export const ExemptionsScreen = () => (
  <PageFrame
    title="Exemption certificates"
    lead={withTax('By them sales are without {tax}. They are entered on the page of the client.')}
    width="full"
  >
    <RecordList
      list={exemptionList}
      href={({ contact }) => (contact ? `${cardLink(contact)}?tab=exemptions` : null)}
      empty={{
        icon: <IconCertificate stroke={1.5} />,
        title: 'No certificates yet',
        children: 'Enter them on the page of a client, under Exemptions.',
      }}
    />
  </PageFrame>
)
