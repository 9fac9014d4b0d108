/**
 * The version of the Admin API: https://shopify.dev/docs/api/usage/versioning. Each is served for at least a year. A test holds the
 * documents of this file against this version and the oldest one that Shopify serves.
 */
export const API_VERSION = '2026-10';

/** Lines of a fulfilment order in one answer: a query may cost at most 1,000 points. */
const LINES = `lineItems(first: 20, after: $linesAfter) {
  pageInfo { hasNextPage endCursor }
  nodes {
    id remainingQuantity totalQuantity requiresShipping sku
    weight { unit value }
    lineItem {
      id name quantity currentQuantity
      customAttributes { key value }
      discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount } }
      taxLines { ratePercentage priceSet { shopMoney { amount } } }
    }
  }
}`;
const ADDRESS = '{ firstName lastName company address1 address2 city province zip countryCodeV2 phone }';

/** Every document that is sent to Shopify, by the name of its operation. */
export const QUERIES = {
  Check: `query Check {
    shop { currencyCode }
    currentAppInstallation { accessScopes { handle } }
    orders(first: 1) { nodes { email shippingAddress { address1 } } }
  }`,
  ChangedOrders: `query ChangedOrders($query: String!, $after: String) {
    orders(first: 25, sortKey: UPDATED_AT, query: $query, after: $after) {
      pageInfo { hasNextPage endCursor }
      nodes { legacyResourceId updatedAt }
    }
  }`,
  Order: `query Order($id: ID!, $after: String, $linesAfter: String) {
    order(id: $id) {
      legacyResourceId name createdAt updatedAt cancelledAt closedAt test tags email phone note
      customAttributes { key value }
      currencyCode taxesIncluded requiresShipping displayFinancialStatus paymentGatewayNames
      totalOutstandingSet { shopMoney { amount } }
      transactions(first: 20) { formattedGateway manualPaymentGateway }
      shippingLines(first: 5) {
        nodes { code currentDiscountedPriceSet { shopMoney { amount } } taxLines { priceSet { shopMoney { amount } } } }
      }
      billingAddress ${ADDRESS}
      shippingAddress ${ADDRESS}
      fulfillments(first: 100) { id status }
      fulfillmentOrders(first: 4, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes {
          id status createdAt
          supportedActions { action }
          deliveryMethod { methodType }
          assignedLocation { location { id } }
          ${LINES}
        }
      }
    }
  }`,
  /** More lines of a fulfilment order. */
  Lines: `query Lines($id: ID!, $linesAfter: String) {
    fulfillmentOrder(id: $id) { ${LINES} }
  }`,
  /** The lines of a cancelled fulfilment. */
  Cancelled: `query Cancelled($id: ID!, $after: String) {
    fulfillment(id: $id) {
      id updatedAt
      fulfillmentOrders(first: 2) { nodes { id } }
      fulfillmentLineItems(first: 100, after: $after) {
        pageInfo { hasNextPage endCursor }
        nodes { quantity lineItem { id } }
      }
    }
  }`,
  Fulfilments: `query Fulfilments($id: ID!) {
    order(id: $id) { fulfillments(first: 100) { id status trackingInfo(first: 3) { number } } }
  }`,
  Fulfil: `mutation Fulfil($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) { fulfillment { id } userErrors { field message } }
  }`,
  Events: `query Events($id: ID!) {
    fulfillment(id: $id) { status events(first: 100) { nodes { status happenedAt } } }
  }`,
  Tell: `mutation Tell($event: FulfillmentEventInput!) {
    fulfillmentEventCreate(fulfillmentEvent: $event) { fulfillmentEvent { id } userErrors { field message } }
  }`,
  Cancel: `mutation Cancel($id: ID!) {
    fulfillmentCancel(id: $id) { fulfillment { id status } userErrors { field message } }
  }`,
  Outstanding: `query Outstanding($id: ID!) {
    order(id: $id) { totalOutstandingSet { shopMoney { amount } } }
  }`,
  Paid: `mutation Paid($input: OrderMarkAsPaidInput!) {
    orderMarkAsPaid(input: $input) { order { id } userErrors { field message } }
  }`,
  Webhooks: `query Webhooks($uri: String!) {
    webhookSubscriptions(first: 100, uri: $uri) { nodes { id topic } }
  }`,
  Subscribe: `mutation Subscribe($topic: WebhookSubscriptionTopic!, $subscription: WebhookSubscriptionInput!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: $subscription) {
      webhookSubscription { id } userErrors { field message }
    }
  }`,
  Unsubscribe: `mutation Unsubscribe($id: ID!) {
    webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { field message } }
  }`,
  CarrierServices: `query CarrierServices($after: String) {
    carrierServices(first: 50, after: $after) { pageInfo { hasNextPage endCursor } nodes { id callbackUrl active } }
  }`,
  Offer: `mutation Offer($input: DeliveryCarrierServiceCreateInput!) {
    carrierServiceCreate(input: $input) { carrierService { id } userErrors { field message } }
  }`,
  OfferAgain: `mutation OfferAgain($input: DeliveryCarrierServiceUpdateInput!) {
    carrierServiceUpdate(input: $input) { carrierService { id } userErrors { field message } }
  }`,
  Withdraw: `mutation Withdraw($id: ID!) {
    carrierServiceDelete(id: $id) { deletedId userErrors { field message } }
  }`,
  Locations: `query Locations($after: String) {
    locations(first: 100, after: $after) { pageInfo { hasNextPage endCursor } nodes { legacyResourceId name } }
  }`,
} as const;

export type ShopifyQuery = keyof typeof QUERIES;
