import type { PolicyKind } from './api/policy.query'

/**
 * What an admin begins with who writes a legal text of the company. A visitor reads none of it until it is published:
 * it promises in the company's name, and only the company knows what it keeps. `{company}` stands for its name.
 */
export const policyTemplates: Readonly<Record<PolicyKind, string>> = {
  privacy: `<p>This page says what {company} (“we”) keeps about people, why, for how long, and what you can ask of us. It is written for clients, for those who visit this website, and for our staff.</p>
<h2>What we keep, and why</h2>
<ul>
<li><strong>Contacts.</strong> Name, business, email, phone, address and, for businesses, the VAT number: to quote, to make, to deliver and to bill what you ordered.</li>
<li><strong>Documents.</strong> Quotations, mockups, orders, delivery notes, invoices and payments. When you approve or sign one, we keep the name, the time and the network address, as proof for both sides.</li>
<li><strong>Files and messages.</strong> Pictures, logos and texts that you send for an order, and what was written about it.</li>
<li><strong>Accounts.</strong> For those who sign in: email, name, picture, role, and a password that we keep only in a form from which nobody can read it.</li>
<li><strong>Work.</strong> For our staff: tasks, working time and schedules.</li>
<li><strong>Visits.</strong> Which pages of this website are read and from where people came, counted without names and without network addresses.</li>
</ul>
<h2>On which ground</h2>
<p>We need most of this to prepare and to fulfil a contract with you. Invoices and payments are kept because the law asks for it. Security records and the counting of visits serve our justified interest in a safe and useful website. Where we ask for your consent, you may take it back at any time.</p>
<h2>For how long</h2>
<p>Accounting documents as long as tax law demands; contacts and files as long as we work for each other and as long afterwards as claims are possible. Requests that came to nothing are deleted when they are no longer needed. An account is removed when it is closed.</p>
<h2>Who else sees it</h2>
<p>Only those who help us to do the work, and only what they need: the provider of our servers, of our mails and of card payments, carriers and installers, our accountant, and authorities where the law obliges us. We sell nothing to anybody. Card numbers go to the payment provider and never to us.</p>
<h2>In your browser</h2>
<p>This website sets no advertising cookies and does not follow you elsewhere. It stores in your browser only what it needs to work: that you are signed in, whether you like the light or the dark theme, and drafts that you have not sent yet.</p>
<h2>What you can ask of us</h2>
<p>You may ask what we keep about you, have it corrected, deleted or handed over, limit its use, or object to it. Write to us; we answer within a month. If you think that we do it wrong, you may also turn to the data protection authority of your country.</p>`,
  terms: `<p>These terms hold for everything that {company} (“we”) designs, makes, delivers and installs for its clients (“you”), and for the use of this website. An order means that you agree to them. What we agreed with you in writing for one order comes before them.</p>
<h2>1. Quotations and orders</h2>
<p>A quotation holds until the date written on it, otherwise for 30 days. Prices are in the currency of the quotation; VAT is shown apart. An order is made when you approve the quotation, on this website or in writing, and, where a deposit is asked for, when the deposit has arrived. Whoever approves a quotation confirms that they may do so for your business.</p>
<h2>2. Artwork, mockups and approval</h2>
<p>You make sure that you may use the texts, pictures, logos and fonts that you give us. We show you a mockup before we produce. Please check spelling, sizes, colours and quantities: what you approved is what we make. Colours on a screen differ from colours on a material; where a colour must match, ask us for a sample. Changes after approval are new work, which we quote before we do it.</p>
<h2>3. Prices, deposits and payment</h2>
<p>A deposit is due when the order is made. Invoices are due on the date written on them. Goods remain ours until they are paid in full. When a payment is late we may hold work and deliveries, and charge the interest and the costs that the law allows for late payment between businesses.</p>
<h2>4. Production, delivery and installation</h2>
<p>Dates are our best estimate and begin with the approved mockup and the deposit. Delivery may come in parts; the delivery note says what was handed over and what is still to come. For installation you give us safe access to the place, and you obtain the permits that the sign or the building needs, unless the quotation says that we do.</p>
<h2>5. Checking and complaints</h2>
<p>Please check what you receive, and note visible damage on the delivery note or tell us within 7 days. Hidden defects: please tell us within 7 days after you found them. We repair or replace what is not as agreed; where that is not possible, we lower the price or take the goods back. Usual tolerances of the trade in size, colour and quantity are not defects.</p>
<h2>6. Cancelling</h2>
<p>Signs and prints are made for you, so they cannot be returned because of a change of mind. When you cancel an order, you pay what was done and bought for it until then.</p>
<h2>7. Guarantee and liability</h2>
<p>The rights that the law gives you stay untouched. Materials outdoors age; the quotation says how long a material is meant to last and how to care for it. We are liable for damage that we caused by intent or by gross negligence; for slight negligence only up to the value of the order. Nothing here limits liability that the law does not allow to be limited, such as for injury to people.</p>
<h2>8. Designs and files</h2>
<p>Drafts and designs remain ours until they are paid for. After payment you may use the approved design for the purpose of the order. Working files are handed over where the quotation says so.</p>
<h2>9. Using this website</h2>
<p>Links to quotations, mockups, invoices and statements are meant for those who received them: please pass them on only to people who may see them. Do not try to reach what is not meant for you, and do not disturb the service.</p>
<h2>10. Law and disputes</h2>
<p>The law of the country of our registered office holds, and its courts decide, unless the law gives a consumer another right. If one of these terms is not valid, the others remain.</p>`,
}
