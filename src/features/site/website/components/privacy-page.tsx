import { useCompany } from '../../shared/use-company'
import { CompanyCard } from './company-card'
import { TextPage } from './text-page'

export function PrivacyPage() {
  const company = useCompany()
  return (
    <TextPage title="Privacy Policy" updated="20 Nov 2026">
      <p>
        This page says what {company.name} (“we”) keeps about people, why, for how long, and what you can ask of us. It
        is written for clients, for those who visit this website, and for our staff.
      </p>

      <h2>What we keep, and why</h2>
      <ul>
        <li>
          <strong>Contacts.</strong> Name, business, email, phone, address and, for businesses, the VAT number: to
          quote, to make, to deliver and to bill what you ordered.
        </li>
        <li>
          <strong>Documents.</strong> Quotations, mockups, orders, delivery notes, invoices and payments. When you
          approve or sign one, we keep the name, the time and the network address, as proof for both sides.
        </li>
        <li>
          <strong>Files and messages.</strong> Pictures, logos and texts that you send for an order, and what was
          written about it.
        </li>
        <li>
          <strong>Accounts.</strong> For those who sign in: email, name, picture, role, and a password that we keep only
          in a form from which nobody can read it.
        </li>
        <li>
          <strong>Work.</strong> For our staff: tasks, working time and schedules.
        </li>
        <li>
          <strong>Visits.</strong> Which pages of this website are read and from where people came, counted without
          names and without network addresses.
        </li>
      </ul>

      <h2>On which ground</h2>
      <p>
        We need most of this to prepare and to fulfil a contract with you. Invoices and payments are kept because the
        law asks for it. Security records and the counting of visits serve our justified interest in a safe and useful
        website. Where we ask for your consent, you may take it back at any time.
      </p>

      <h2>For how long</h2>
      <p>
        Accounting documents as long as tax law demands; contacts and files as long as we work for each other and as
        long afterwards as claims are possible. Requests that came to nothing are deleted when they are no longer
        needed. An account is removed when it is closed.
      </p>

      <h2>Who else sees it</h2>
      <p>
        Only those who help us to do the work, and only what they need: the provider of our servers, of our mails and of
        card payments, carriers and installers, our accountant, and authorities where the law obliges us. We sell
        nothing to anybody. Card numbers go to the payment provider and never to us.
      </p>

      <h2>In your browser</h2>
      <p>
        This website sets no advertising cookies and does not follow you elsewhere. It stores in your browser only what
        it needs to work: that you are signed in, whether you like the light or the dark theme, and drafts that you have
        not sent yet.
      </p>

      <h2>What you can ask of us</h2>
      <p>
        You may ask what we keep about you, have it corrected, deleted or handed over, limit its use, or object to it.
        Write to us; we answer within a month. If you think that we do it wrong, you may also turn to the data
        protection authority of your country.
      </p>

      <h2>How to reach us</h2>
      <CompanyCard company={company} />
    </TextPage>
  )
}
