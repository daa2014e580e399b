/** The blocks of the site’s pages that come after the first paint, in English. */
export const english = {
  prices: 'Prices',
  people: 'People',
  before_after: 'Before and after',
  how_made: 'How it is made',
  where: 'Where we are',
  clients_say: 'What clients say',
  review_so_far: 'One review so far. Leave yours',
  reviews_so_far: {
    by: 'count',
    one: '{count} review so far. Leave yours',
    other: '{count} reviews so far. Leave yours',
  },
  all_tips: 'All tips and advice',
  before: 'Before',
  after: 'After',
  how_much_before: 'How much of the picture before is shown',
  the_way: 'Show me the way',
  where_is: 'Where {name} is',
  hours: 'Hours',
  closed: 'Closed',
  span: '{opens} to {closes}',
} as const
