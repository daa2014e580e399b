import { contactName, type ContactNames } from '@/shared/domain/contact'
import { contactKind } from '@/shared/domain/record-kind'
import { RecordLink } from './record-links'

/** A client, supplier or person by name, with the way to their page. */
export const ContactLink = ({ of }: { of: ContactNames & { id: string } }) => (
  <RecordLink kind={contactKind(of.type)} id={of.id}>
    {contactName(of)}
  </RecordLink>
)
