/** Phrases for asking for an order number, and for giving it. */
export const ORDER_NUMBER = {
  ask: [
    '{sure} [Could|Can] you [give|send|tell] me [the|your] order number[, please|]?',
    '{sure} [What is|May I have|I will need] [the|your] order number[, please|]?',
    '{sure} [Could you share|Can I have|Would you send me] the order number[ so that I can look into it| from the confirmation email|]?',
  ],
  give: [
    "[It's|It is|Sure, it's|Yes, it's] {order}.",
    '[The|My] order number is {order}[, I think| according to the email|].',
    '[Order|Sure, order|That would be order] [number |]{order}.',
    'Order {order}, [placed|bought] [ten days ago|last week|about two weeks ago|at the start of the month].',
  ],
};
