import { contactName, type ContactNames } from '@/shared/domain/people/contact'
import { contactKind } from '@/shared/domain/records/record-kind'
import { RecordLink } from '../page/record-links'

/** A client, supplier or person by name, with the way to their page. */
export const ContactLink = ({ of }: { of: ContactNames & { id: string } }) => (
  <RecordLink kind={contactKind(of.type)} id={of.id}>
    {contactName(of)}
  </RecordLink>
)
