import type { ScreenRoute } from '../route-sets/route.ts'

/** The purpose of each back-office screen by its path: one sentence, grouped by area. */
const ofStaff: Readonly<Record<string, string>> = {
  // accounts
  '/to-invoice': 'Delivered and uninvoiced orders; one click makes the invoice.',
  '/invoices': 'Invoices by status and age, the overdue ones in sight.',
  '/invoices/:id': 'Lines, tax, payments, sending, credit and PDF.',
  '/public/invoices/:id': 'The invoice as the client sees it.',
  '/credit-notes': 'Credit notes by status and client, and what is left of each.',
  '/credit-notes/:id': 'A credit against the lines of an invoice.',
  '/statements': 'Each client’s debt by age; send statements to one client or to all.',
  '/statements/:id': 'Invoices, credits and payments of a client up to a date, with the running balance.',
  '/statements-activity': 'Payments and opened statements as they happen.',
  '/payments/recurring': 'Regular income and expenses, with the next date of each.',
  '/payments/bank-import': 'Bank statements: import one, match each entry with its client, supplier or payment run.',
  '/payment-prepared': 'Payments to suppliers: prepare, approve, and mark as paid.',
  '/supplier-invoices': 'Bills from suppliers with their file: approve, schedule, pay; doubles are noticed.',
  '/exchange-rates':
    'What other currencies are worth in that of the books, by day, for clients who are invoiced in them.',
  '/cost-accounts': 'The accounts that lines of bills are booked to, with the numbers of your accountant.',
  // delivery
  '/deliveries': 'Deliveries by day and route: assign a crew, tick the goods handed over, sign, take a photo.',
  '/deliveries/:id': 'One delivery: address, its goods, earlier deliveries, and the rest.',
  '/delivery-notes': 'Signed delivery notes by client.',
  // office
  '/dashboard': 'Your day at a glance: tasks, notifications, deliveries and what just happened.',
  '/my-day': 'What is due, planned and promised for you today, in one list in your own order.',
  '/tasks': 'Tasks that are yours, that you gave, or that are shared, as a list and a board, with comments and files.',
  '/tasks/presets': 'What tasks begin with, and tasks that come again by week, month or working days.',
  '/share-target':
    'What another program shared with the app becomes a task, the bill of a supplier or the artwork of a job.',
  '/calendar': 'Jobs due, deliveries, installations, bookings, absences and tasks by month, week and day.',
  '/staff-scheduling': 'Who works when: shifts and absences by week, where a clash is refused.',
  '/time-tracking': 'Your timers: start one for a client or a business, pause it, correct it, and look back.',
  '/time-tracking/summary': 'Hours by day, week, person and client, as they are worked, and as a file.',
  '/email-templates': 'The mails we send, with their variables, a preview and a test.',
  '/email-templates/edit/:id': 'Text and subject of one mail, with a preview beside it.',
  '/email-templates/demo': 'Every template filled with example values.',
  '/scheduled-emails': 'Mails that wait, went out or failed; cancel one, or send it again.',
  '/staff-activities': 'Everybody’s running work, and today’s finished work.',
  '/staff-time-summary': 'Time by person, job, client and day, and labour against the quotation.',
  '/wage-rates': 'Hourly rates and the dates from which they hold.',
  '/designer-commissions': 'Designers’ commissions on orders: approve and pay.',
  // people
  '/contacts': 'People and businesses with type, balance and the on-stop sign; search, filter and open.',
  '/contacts/types': 'The kinds of contacts you tell apart, such as client and supplier.',
  '/contacts/add-person': 'A new person, checked for duplicates by email and name.',
  '/contacts/add-business': 'A new business, checked for duplicates by tax number, email and name.',
  '/contacts/business/:id':
    'One business: people, sites, quotations, orders, deliveries, invoices, balance, tasks and files.',
  '/contacts/business/:id/add-bank-account': 'A bank account of a business; the IBAN is checked as it is typed.',
  '/contacts/people/:id': 'One person: businesses, quotations, orders, tasks and files.',
  '/contacts/people/:id/add-bank-account': 'A bank account of a person; the IBAN is checked as it is typed.',
  '/contacts/search': 'One search over names, companies, phones, emails and tax numbers.',
  '/contacts/add-relation/:id': 'Links a person to a business: works for, owns, keeps the accounts, manages the site.',
  '/contacts/add-business-relation/:id': 'Links two businesses, such as a branch to its head office.',
  '/new-client-internal': 'Business, person, site and payment terms of a new client in one go.',
  '/exemption-certificates': 'By which certificates sales are without {tax}: states, reasons, days and files.',
  '/credit-application': 'A client asks for credit: limit, terms, directors and references, and the decision.',
  '/admin/user-verification': 'People who signed up and wait: give them a role, link them to a contact, or refuse.',
  '/locations': 'Sites of clients on a list and a map, with their open work.',
  '/google-location': 'A pasted map link becomes a point on the map, and a location of a client.',
  '/staff': 'The people who work here and their roles.',
  // production
  '/production': 'The live board by stage and machine: start and stop a step, put a job on hold, check its quality.',
  '/production/plan':
    'The work of the next weeks by machine and day: what does not fit, what could move, which promise it touches.',
  '/panel-assembly': 'Panels and their parts; the person who fits a part ticks it, and everybody at the bench sees it.',
  '/production-settings': 'Machines and benches with their capacity, and the steps that each kind of job goes through.',
  '/all-jobs': 'Every open job with its stage and due date, the late ones first.',
  '/jobs': 'Jobs by client, order and status.',
  '/jobs/create': 'A job that does not come from a quotation.',
  '/jobs/job-panel-demo': 'A job card in all its states, to look at.',
  '/cnc-parameters': 'Feed, speed, depth and price of each material, thickness and bit.',
  '/laser-parameters': 'Power, speed, passes and price of each material and thickness.',
  '/eco-solvent-parameters': 'Speed, ink and price of each medium and quality of the printers.',
  '/human-service-parameters': 'Hourly cost and price of work by people, with crew sizes and travel zones.',
  '/service-parameters': 'The questions of each service for its price.',
  // sales
  '/quotations': 'All quotations by status, value and age; copy an old one, or start a new one.',
  '/quotations/:id': 'Lines with sizes, options, quantity breaks and totals, edited by several people at once.',
  '/quotations/history/:id': 'Every version of a quotation, side by side.',
  '/quotations/send/:id': 'Choose the template and the recipients, look at the mail, and send it now or later.',
  '/quotations-activity': 'Which client opened which quotation, and when.',
  '/calculator': 'A price from material, machine, labour, waste and markup, ready to put into a quotation.',
  '/calculator/:id': 'A saved calculation: change it, copy it, or put it into a quotation.',
  '/designer-interview': 'A client’s needs, asked step by step, as the brief for the designers.',
  '/requests': 'What visitors asked for on the website: begin a quotation, or mark it as answered or declined.',
  '/designer-interview/saved': 'Briefs that were started or sent; turn one into a quotation.',
  '/admin/fix-quotation-status': 'Puts a quotation into another status with a reason, which the change log keeps.',
  '/orders': 'Orders with due date, deposit, and how much is made, delivered and invoiced.',
  '/orders/:id': 'One order: lines, jobs, mockups, deliveries, invoices, payments, and its story in time.',
  '/fetch-order-data': 'Looks an order up by its number or its link.',
  '/jobs/create/:quotationId': 'Jobs from the lines of a quotation, with the steps that their kind goes through.',
  // site
  '/booking-list': 'Appointments from the public site: confirm, move or cancel them.',
  '/booking-analytics': 'How many appointments are asked for, kept and missed, by service and by day.',
  '/blog': 'Articles and tips for the public site: write, preview, publish.',
  '/website-analytics': 'Visits of the public site by page, source and day, without anything personal.',
  '/new-version': 'The next version of the public site.',
  '/site': 'The pages of the public site: write them, illustrate them, publish them.',
  '/coming-soon': 'Announces what is about to open.',
  '/reviews': 'Reviews by clients: publish, hide, answer.',
  '/banners': 'Banners of the public site with the dates when they show.',
  '/vat': 'Tax of sales and purchases by month, and the ledgers for the accountant.',
  '/ec-sales-list':
    'What was sold to businesses in other EU countries, by their number, for the recapitulative statement.',
  '/cash-book': 'What the till holds, what was paid from it and put in, and counts of it.',
  '/fixed-assets': 'Machines, vehicles and equipment: what each cost, its depreciation, and what is left of it.',
  '/fixed-assets/:id': 'One machine or vehicle: its useful life, its depreciation by year, and its disposal.',
  '/journal/:id': 'One entry that somebody made by hand, with its lines.',
  '/journal': 'Debits and credits of every paper and payment, and entries by hand.',
  '/open': 'Leads to the page of a record that a notice on a device tells of.',
  '/hand-over': 'The journal as a file for the accountant, with what was given before and what changed since.',
  '/trial-balance': 'Each account of the books: what it had, its debits and credits, and what it has.',
  '/profit-and-loss': 'What was earned and what it cost, by account and month, beside the year before.',
  '/balance-sheet': 'What the company has, owes and owns as at a day, beside the end of the financial year before.',
  '/open-items': 'What each client and supplier had open on a day, with its age, for the year end and the accountant.',
  '/trial-balance/:id': 'The entries of one account, with what it has after each.',
  '/chart-of-accounts': 'The accounts of the books, and which part of a paper is booked to which.',
  '/closing': 'The days that are closed, what is left to do before the next ones are, and who closed which.',
  '/analytics': 'Sales, win rate of quotations, overdue money and labour, month by month.',
  '/settings/website': 'Titles, descriptions and pictures of the site in search results and shared links.',
  // stock
  '/inventory': 'Sheets, rolls and parts: in stock, reserved, on order, and what runs low.',
  '/inventory/:id': 'One item: stock, movements, cost and price, photos, and the jobs that use it.',
  '/inventory/groups': 'Items that differ only in size or colour.',
  '/inventory/archived': 'Items put away, and how to bring them back.',
  '/inventory/bulk-edit': 'Many items in one sheet: look at the changes, then save all of them or none.',
  '/modify-stock': 'Counts and corrections, each with its reason.',
  '/deduct-item': 'Takes material for a job: scan or search, and undo.',
  '/duplicate-item': 'A copy of an item in another size or colour.',
  '/product-v3/:id': 'A product with its options and materials, or a stock item with its stock and prices.',
  '/product-group/:id': 'Variants side by side: products with options and materials, or stock items.',
  '/types': 'Categories and types of stock items.',
  '/types/:categoryId': 'The types of one category, and where they are used.',
  '/brands': 'Brands of materials.',
  '/material-types': 'Materials such as acrylic, composite and vinyl, as prices and machines know them.',
  '/bit-types': 'Router bits with diameter, flutes and shape.',
  '/variant-colors': 'Colours in which materials come, with their RAL and screen values.',
  '/markup-demo': 'Markup by kind of item, with a worked price beside each.',
  '/pricing-ranges': 'Price breaks by quantity, area and length.',
  '/services': 'The services we sell, as the public site shows them.',
  '/services/:slug': 'One service: texts, pictures, prices and steps.',
  '/products/manufactured': 'The products we make ourselves, with their options and parts.',
  '/products/manufactured/:id': 'One product: options, parts, price, and how the public site shows it.',
  // system
  '/my-profile': 'Your name, picture, password and second factor.',
  '/contacts/permissions':
    'Which role may view, create, edit and delete on which page; a change holds at once for everybody.',
  '/audit-logs/:id': 'Who changed what in a record, when, from which value to which.',
  '/settings': 'The way to every setting you may change.',
  '/settings/books': 'Price list, materials, suppliers, open invoices and bills from the files of your former program.',
  '/settings/export':
    'Every record and every file in one zip that other programs read, for whoever leaves or keeps a copy.',
  '/settings/company':
    'Name, logo, contact, tax rates, how the company writes money and times, and its terms of quotations.',
  '/settings/country':
    'The country of the company, and the currency, formats, tax rates and closed days that follow from it.',
  '/settings/samples':
    'Services, materials, work centres and prices for a new company to begin with, by trade; removed in one click.',
  '/settings/texts':
    'What you wrote for clients in each of your languages: services, posts, pages and terms, with what is missing.',
  '/settings/network':
    'Through which access point electronic invoices are sent and received, and whether they go out by themselves.',
  '/settings/sign-in': 'Who needs a second factor to sign in, and who has one.',
  '/system-notes': 'Notices that stay in sight for everybody.',
  '/admin/unused-components': 'For developers: parts of the interface that no screen uses.',
  '/admin/health': 'How the server is: requests, memory, disk, mails, backups and versions.',
  '/api-test': 'Whether each service of the back end answers, asked with your own rights.',
  '/test-pages': 'For developers: every screen, by set.',
  '/demo': 'The parts of the interface, to look at and to try.',
  '/demo/brand-elements': 'The signs, the colours, the type and the papers of the company.',
}

/** The purpose of each screen of visitors. */
const ofVisitors: Readonly<Record<string, string>> = {
  // accounts
  '/invoices/payment/:invoiceId': 'The invoice in short, its open amount, and how to pay it by card or bank transfer.',
  '/invoices/payment-success':
    'Says whether the payment of an invoice has arrived, read from our books and not from the link.',
  '/payments/success': 'Confirms a payment once it has arrived, with the way back to the document it was for.',
  '/payments/failed': 'Says that no money was taken, and offers to try again or to pay another way.',
  '/payments/manual-process': 'Our bank details and your reference, and a way to tell us that the transfer is made.',
  '/test-viva-auth': 'Says whether the card payment provider can be reached. It shows no secrets.',
  '/invoices/:id': 'The invoice with its lines, as a PDF, and a way to pay.',
  '/credit-notes/:id': 'The credit note with its lines, as a PDF.',
  '/client-invoices/:id': 'The invoice with its lines, as a PDF, and a way to pay: the same on every host.',
  '/client-credit-notes/:id': 'The credit note with its lines, as a PDF: the same on every host.',
  '/my-account': 'Your open amount, your next steps, and all your papers.',
  '/my-account/orders/:id':
    'One of your orders: its lines, its progress, its deliveries and papers, and the amount to pay.',
  '/statements': 'Your statements by period, newest first.',
  '/statements/:id': 'Invoices and payments with the running balance, and a way to pay all or some of them.',
  '/statements/payment-success':
    'Says whether the payment of a statement has arrived, read from our books and not from the link.',
  // delivery
  '/delivery-note/:id': 'The delivered goods, the place and time, and the signature.',
  '/partial-delivery-note/:id': 'One drop of a delivery: ordered, brought now, brought before, and still to come.',
  '/delivery-notes': 'Your delivery notes, newest first, each as a page and a PDF.',
  // office
  '/tasks/locations':
    'Open tasks gathered by the place where they are done, on a list and a map. Visitors see nothing private.',
  // people
  '/new-business-registration':
    'A business asks to become a client: company, contact person, address and tax number, checked by our office.',
  '/client-registration': 'A person asks to become a client; our office checks and confirms by mail.',
  '/contacts/add-person':
    'Name a person of your business who may order or approve; our office checks and confirms by mail.',
  // sales
  '/mockups/:uuid':
    'The mockups of a quotation, version by version: comment on the picture, approve it, or ask for changes.',
  '/client-quotations/:id':
    'The quotation with pictures, options and totals: approve it, reject it, or ask for a change.',
  '/quotations/client/:id':
    'The quotation with pictures, options and totals: approve it, reject it, or ask for a change.',
  '/quotations': 'Our quotations to you, newest first, with your next steps.',
  '/orders': 'Your orders, their progress, and your next steps.',
  '/quotation-confirmed': 'Thanks for the order, what happens next, and the way to pay the deposit.',
  '/payments/deposit/:quotationId': 'Pay the deposit of a quotation, or all of it, by card or bank transfer.',
  '/designer-interview': 'Tells our designers what you need, step by step; leave and come back where you stopped.',
  // site
  '/terms': 'The terms under which we work.',
  '/imprint': 'Who the company is, who represents it, and how it is reached.',
  '/privacy-policy': 'The data we keep about you, why, and for how long.',
  '/': 'Who we are and what we make: signs, print and displays, with recent work and a way to reach us.',
  '/about': 'Who we are, in our own words.',
  '/work': 'Photographs of what we made.',
  '/coming-soon': 'Announces what is about to open on this site.',
  '/new-version': 'A preview of the next version of this site.',
  '/schedule-appointment':
    'Choose a free time for a visit or a call; a time that somebody else takes disappears at once.',
  '/appointment-confirmed': 'When and where we meet, a calendar file, and the way to move or cancel.',
  '/leave-review': 'Tell us and others how we did.',
  '/tips-advice': 'Articles about choosing, ordering and caring for signs.',
  '/tips-advice/:slug': 'One article, with what to read next.',
  '/services': 'Everything we make and do, with pictures and starting prices.',
  '/services/:slug': 'One service: materials, sizes, examples, and how to order.',
  '/products/manufactured': 'The products we manufacture ourselves.',
  '/products/manufactured/:id': 'One product: pictures, sizes and its starting price.',
  '/products/manufactured/:id/settings': 'Choose size, material and options; the price follows every choice.',
  // system
  '/auth': 'Sign in, sign up, or ask for a new password.',
  '/auth/reset-password': 'Ask for a reset link, or set the new password.',
  '/auth/email-confirmed': 'Says that the email address is confirmed.',
  '/auth/callback': 'Checks the link of a mail.',
}

/** The purpose of a screen as one sentence. It is kept apart from the routes, so that a first page does not load it. */
export function purposeOf({ path, frame }: Pick<ScreenRoute, 'path' | 'frame'>): string {
  // Sets of people with an account begin with the sign-in.
  if (path === '/' && frame === 'bare') return ofVisitors['/auth'] ?? ''
  return (frame === 'staff' ? ofStaff[path] : (ofVisitors[path] ?? ofStaff[path])) ?? ''
}
