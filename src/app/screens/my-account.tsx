import { PayAccount } from '@/features/accounts/payment/components/pay-account'
import { type Portal, portalKey } from '@/features/client/portal/api/portal.query'
import { OwnOrderScreen } from '@/features/client/portal/components/own-order-screen'
import { MyAccountScreen } from '@/features/client/portal/components/my-account-screen'

const pay = ({ invoices, company, currency, money, name, announced }: Portal) => (
  <PayAccount
    invoices={invoices}
    company={company}
    currency={currency}
    credit={money.credit}
    announced={announced}
    queryKey={portalKey}
    client={name}
  />
)

/** /my-account: the place of a signed-in client, with the way to pay several invoices at once. */
export const MyAccount = () => <MyAccountScreen pay={pay} />
export const OwnQuotations = () => <MyAccountScreen pay={pay} tab="quotations" />
export const OwnOrder = ({ id }: { id: string }) => <OwnOrderScreen id={id} pay={pay} />
export const OwnOrders = () => <MyAccountScreen pay={pay} tab="orders" />
export const OwnDeliveries = () => <MyAccountScreen pay={pay} tab="deliveries" />
export const OwnStatements = () => <MyAccountScreen pay={pay} tab="statements" />
