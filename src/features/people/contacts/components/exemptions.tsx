import { Anchor, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can } from '@/shared/domain/people/permission'
import { withTax } from '@/shared/domain/text/formats'
import { linkTo } from '@/shared/lib/address'
import { contactsKey } from '../api/contacts.query'
import { exemptionFields, exemptionProblems } from '../exemption-fields'

/** The exemption certificates of a contact: by them its papers in their states are without sales tax. */
export function Exemptions({ id }: { id: string }) {
  const of = useMemo(
    () =>
      defineSmallTable({
        table: 'exemption_certificates',
        one: 'certificate',
        many: 'certificates',
        order: 'valid_from',
        fields: exemptionFields(id),
        columns: ['number', 'states', 'reason', 'valid_from', 'valid_to', 'quotation_id', 'file_path'],
        check: exemptionProblems,
        where: { contact_id: id },
        key: contactsKey,
        live: [{ page: 'contacts', tables: ['exemption_certificates'] }],
        rights: {
          add: (rights) => can(rights, 'invoices', 'create'),
          change: (rights) => can(rights, 'invoices', 'edit'),
          remove: (rights) => can(rights, 'invoices', 'delete'),
        },
        about: 'With a certificate, papers for its states are without {tax}.',
      }),
    [id],
  )
  return (
    <>
      <Text c="dimmed" mb="md">
        {withTax(
          'A sale in a state of a certificate is without {tax} while the certificate is valid. Papers that were sent or issued keep theirs. A certificate that one of them used stays: end it instead of removing it.',
        )}
      </Text>
      <SmallTable key={id} of={of} />
      <Anchor component={Link} to={linkTo('/exemption-certificates')} size="sm" mt="md" display="inline-block">
        Certificates of every client
      </Anchor>
    </>
  )
}
