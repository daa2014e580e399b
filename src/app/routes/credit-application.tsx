import { CreditScreen } from '@/features/people/credit/components/credit-screen'
import { linkTo, paths } from '../paths'

const links = {
  person: (id: string) => linkTo(paths.person, { id }),
  business: (id: string) => linkTo(paths.business, { id }),
  trail: (id: string) => linkTo(paths.auditLog, { id }),
}

export const Component = () => <CreditScreen links={links} />
