import { useCompany } from '../../shared/use-company'
import { CompanyCard } from './company-card'
import { TextPage } from './text-page'

export function TermsPage() {
  const company = useCompany()
  return (
    <TextPage title="Terms and Conditions" updated="20 Nov 2026">
      <p>
        These terms hold for everything that {company.name} (“we”) designs, makes, delivers and installs for its clients
        (“you”), and for the use of this website. An order means that you agree to them. What we agreed with you in
        writing for one order comes before them.
      </p>

      <h2>1. Quotations and orders</h2>
      <p>
        A quotation holds until the date written on it, otherwise for 30 days. Prices are in the currency of the
        quotation; VAT is shown apart. An order is made when you approve the quotation, on this website or in writing,
        and, where a deposit is asked for, when the deposit has arrived. Whoever approves a quotation confirms that they
        may do so for your business.
      </p>

      <h2>2. Artwork, mockups and approval</h2>
      <p>
        You make sure that you may use the texts, pictures, logos and fonts that you give us. We show you a mockup
        before we produce. Please check spelling, sizes, colours and quantities: what you approved is what we make.
        Colours on a screen differ from colours on a material; where a colour must match, ask us for a sample. Changes
        after approval are new work, which we quote before we do it.
      </p>

      <h2>3. Prices, deposits and payment</h2>
      <p>
        A deposit is due when the order is made. Invoices are due on the date written on them. Goods remain ours until
        they are paid in full. When a payment is late we may hold work and deliveries, and charge the interest and the
        costs that the law allows for late payment between businesses.
      </p>

      <h2>4. Production, delivery and installation</h2>
      <p>
        Dates are our best estimate and begin with the approved mockup and the deposit. Delivery may come in parts; the
        delivery note says what was handed over and what is still to come. For installation you give us safe access to
        the place, and you obtain the permits that the sign or the building needs, unless the quotation says that we do.
      </p>

      <h2>5. Checking and complaints</h2>
      <p>
        Please check what you receive, and note visible damage on the delivery note or tell us within 7 days. Hidden
        defects: please tell us within 7 days after you found them. We repair or replace what is not as agreed; where
        that is not possible, we lower the price or take the goods back. Usual tolerances of the trade in size, colour
        and quantity are not defects.
      </p>

      <h2>6. Cancelling</h2>
      <p>
        Signs and prints are made for you, so they cannot be returned because of a change of mind. When you cancel an
        order, you pay what was done and bought for it until then.
      </p>

      <h2>7. Guarantee and liability</h2>
      <p>
        The rights that the law gives you stay untouched. Materials outdoors age; the quotation says how long a material
        is meant to last and how to care for it. We are liable for damage that we caused by intent or by gross
        negligence; for slight negligence only up to the value of the order. Nothing here limits liability that the law
        does not allow to be limited, such as for injury to people.
      </p>

      <h2>8. Designs and files</h2>
      <p>
        Drafts and designs remain ours until they are paid for. After payment you may use the approved design for the
        purpose of the order. Working files are handed over where the quotation says so.
      </p>

      <h2>9. Using this website</h2>
      <p>
        Links to quotations, mockups, invoices and statements are meant for those who received them: please pass them on
        only to people who may see them. Do not try to reach what is not meant for you, and do not disturb the service.
      </p>

      <h2>10. Law and disputes</h2>
      <p>
        The law of the country of our registered office holds, and its courts decide, unless the law gives a consumer
        another right. If one of these terms is not valid, the others remain.
      </p>

      <h2>How to reach us</h2>
      <CompanyCard company={company} />
    </TextPage>
  )
}
