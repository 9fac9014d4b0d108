import type { Language } from '../preferences.ts';
import type { InLanguages } from './language.ts';

type Names = Readonly<Record<string, string>>;

/** The names of the API's fields for people. In English, only those that are not the API's name in words. */
export const fieldNames: InLanguages<Names> = {
  en: {
    at_once: 'Automatic',
    awb: 'Tracking number',
    base_url: 'Server address',
    billing_address: 'Address',
    billing_address_2: 'Address line 2',
    billing_city: 'City',
    billing_customer_name: 'Customer',
    billing_email: 'Email',
    billing_phone: 'Phone',
    billing_pincode: 'Pincode',
    billing_state: 'State',
    brand_color: 'Colour',
    brand_name: 'Name for customers',
    carrier_id: 'Courier',
    cod_collectible: 'COD amount',
    contact_person: 'Contact person',
    dead_weight: 'Weight',
    display_id: 'Order ID',
    gst_no: 'GSTIN',
    gst_rate: 'Usual GST rate',
    gstin: 'GSTIN',
    has_api_key: 'API key',
    hsn: 'HSN code',
    is_active: 'Active',
    languages: 'Languages for customers',
    legal_address: 'Registered address',
    new_password: 'New password',
    order_id: 'Order ID',
    order_items: 'Item',
    phone_number: 'Phone',
    return_days: 'Days to request a return',
    return_policy_url: 'Return policy',
    scope: 'Access',
    shipment_ids: 'Shipments',
    site_url: 'Website',
    sku: 'SKU',
    store_id: 'Store',
    store_ids: 'Stores',
    store_name: 'Store',
    support_whatsapp: 'Support WhatsApp',
    url: 'Address',
    username: 'Email or phone',
    utr: 'UTR',
    warehouse_id: 'Warehouse',
    warehouse_ids: 'Warehouses',
    weekly_off: 'Weekly days off',
    why: 'Reason',
    zip: 'Pincode',
  },
  hi: {
    accept_after_days: 'अपने आप मान लें, दिन',
    action: 'काम',
    add_tags: 'जोड़ने के टैग',
    added: 'जोड़े',
    address: 'पता',
    address_1: 'पता',
    address_2: 'पता, दूसरी लाइन',
    amount: 'राशि',
    another_day: 'दूसरा दिन',
    answer: 'जवाब',
    at_once: 'अपने आप',
    awb: 'ट्रैकिंग नंबर',
    base_url: 'सर्वर का पता',
    billing_address: 'पता',
    billing_address_2: 'पता, दूसरी लाइन',
    billing_city: 'शहर',
    billing_customer_name: 'ग्राहक',
    billing_email: 'ईमेल',
    billing_phone: 'फ़ोन',
    billing_pincode: 'पिनकोड',
    billing_state: 'राज्य',
    booked: 'बुक हुए',
    brand_color: 'रंग',
    brand_name: 'ग्राहकों को दिखने वाला नाम',
    breadth: 'चौड़ाई',
    carrier_id: 'कूरियर',
    carriers: 'कूरियर',
    changed: 'बदले',
    channel: 'माध्यम',
    charged_more: 'अधिक शुल्क वाले',
    charged_weight: 'बिल में लगा वज़न',
    city: 'शहर',
    cod_collectible: 'COD राशि',
    codes_per_day: 'रोज़ के कोड',
    contact_person: 'संपर्क व्यक्ति',
    courier: 'कूरियर',
    created: 'बने',
    credit_note: 'क्रेडिट नोट',
    current_password: 'मौजूदा पासवर्ड',
    date: 'तारीख',
    day: 'दिन',
    days: 'छुट्टियाँ',
    dead_weight: 'वज़न',
    delivery_date: 'डिलीवरी की तारीख',
    description: 'विवरण',
    destination_pincode: 'गंतव्य पिनकोड',
    differences: 'अंतर',
    discount: 'छूट',
    dispatch: 'बदले का सामान',
    display_id: 'ऑर्डर ID',
    email: 'ईमेल',
    enabled: 'चालू',
    event: 'इवेंट',
    events: 'इवेंट',
    expires_at: 'समाप्ति',
    failure: 'गड़बड़ी',
    filter: 'फ़िल्टर',
    forward_order_id: 'ऑर्डर',
    gst_no: 'GSTIN',
    gst_rate: 'सामान्य GST दर',
    gstin: 'GSTIN',
    has_api_key: 'API key है',
    height: 'ऊँचाई',
    hsn: 'HSN कोड',
    invoice_number: 'इनवॉइस नंबर',
    invoice_prefix: 'इनवॉइस का प्रीफ़िक्स',
    invoices: 'इनवॉइस',
    is_active: 'चालू',
    items: 'सामान',
    kind: 'प्रकार',
    landmark: 'लैंडमार्क',
    languages: 'ग्राहकों की भाषाएँ',
    legal_address: 'रजिस्टर्ड पता',
    legal_name: 'कानूनी नाम',
    length: 'लंबाई',
    locked_until: 'लॉक की समाप्ति',
    logo: 'लोगो',
    name: 'नाम',
    new_password: 'नया पासवर्ड',
    note: 'टिप्पणी',
    number: 'नंबर',
    old_secret_signs_until: 'पुराना सीक्रेट चलेगा',
    order_date: 'ऑर्डर की तारीख',
    order_id: 'ऑर्डर ID',
    order_items: 'सामान',
    origin_pincode: 'पिकअप पिनकोड',
    paper: 'काग़ज़',
    parcels: 'पार्सल',
    password: 'पासवर्ड',
    payment_link: 'भुगतान का लिंक',
    payment_method: 'भुगतान',
    phone: 'फ़ोन',
    phone_number: 'फ़ोन',
    pickup_phone: 'फ़ोन',
    pickup_pincode: 'पिनकोड',
    price: 'दाम (प्रति नग)',
    qc: 'क्वालिटी चेक',
    queued: 'कतार में',
    raised: 'दर्ज',
    reason: 'कारण',
    recorded: 'दर्ज',
    refusal: 'अब नहीं चाहिए',
    rejected: 'मना किए',
    remittances: 'COD रेमिटेंस',
    remove_tags: 'हटाने के टैग',
    removed: 'हटाए',
    repeated: 'दोहराए गए',
    return_days: 'वापसी माँगने के दिन',
    return_id: 'वापसी',
    return_policy_url: 'वापसी नीति',
    return_reason: 'वापसी का कारण',
    review_link: 'समीक्षा का लिंक',
    role: 'भूमिका',
    rows: 'लाइनें',
    scope: 'अनुमति',
    selling_price: 'दाम (प्रति नग)',
    sessions_ended: 'बंद सेशन',
    settings: 'सेटिंग',
    shipment_ids: 'शिपमेंट',
    shipment_value: 'मूल्य',
    shipments: 'शिपमेंट',
    shipping_address: 'डिलीवरी का पता',
    shipping_city: 'डिलीवरी का शहर',
    shipping_phone: 'डिलीवरी का फ़ोन',
    shipping_pincode: 'डिलीवरी का पिनकोड',
    shipping_state: 'डिलीवरी का राज्य',
    since: 'कब से',
    site_url: 'वेबसाइट',
    sku: 'SKU',
    source: 'स्रोत',
    state: 'राज्य',
    status: 'स्थिति',
    store_id: 'स्टोर',
    store_ids: 'स्टोर',
    store_name: 'स्टोर',
    sub_total: 'कुल',
    subject: 'विषय',
    support_email: 'हेल्पलाइन ईमेल',
    support_phone: 'हेल्पलाइन फ़ोन',
    support_whatsapp: 'हेल्पलाइन WhatsApp',
    tags: 'टैग',
    tax: 'कर',
    text: 'टेक्स्ट',
    tokens_ended: 'बंद टोकन',
    tolerance_amount: 'छूट की राशि',
    tolerance_weight: 'छूट का वज़न',
    total: 'कुल',
    tracking_number: 'ट्रैकिंग नंबर',
    tracking_numbers: 'ट्रैकिंग नंबर',
    units: 'इकाई',
    url: 'पता',
    username: 'ईमेल या फ़ोन',
    utr: 'UTR',
    version: 'संस्करण',
    warehouse: 'गोदाम',
    warehouse_id: 'गोदाम',
    warehouse_ids: 'गोदाम',
    weekly_off: 'साप्ताहिक छुट्टी',
    weight: 'वज़न',
    why: 'कारण',
    width: 'चौड़ाई',
    zip: 'पिनकोड',
  },
};

/** The name of one of the API's fields: `Billing phone`; without a name of its own, the API's in words. */
export function fieldName(field: string, language: Language): string {
  const names = fieldNames[language];
  return (Object.hasOwn(names, field) && names[field]) || capitalised(field.replaceAll('_', ' '));
}

function isKnown(field: string): boolean {
  return Object.hasOwn(fieldNames.hi, field) || Object.hasOwn(fieldNames.en, field);
}

/** Tells whether a text is a path of the API's fields, such as `order_items[1].price`. */
export function isFieldPath(text: string): boolean {
  return /^[a-z][a-z0-9_.[\]]*$/.test(text) && (text.includes('_') || isKnown(text));
}

/** The name of a path in a request: `order_items[1].price` is `Item 2, price`. */
export function pathName(path: string, language: Language): string {
  const names = path.split('.').map((step, at) => {
    const [, field = step, index] = /^(.*?)(?:\[(\d+)\])?$/.exec(step) ?? [];
    const name = fieldName(field, language);
    return (at === 0 ? name : lowered(name)) + (index === undefined ? '' : ` ${Number(index) + 1}`);
  });
  return names.join(', ');
}

/** Puts people's names for the API's names with a `_`: `leave out store_ids` is `leave out stores`. */
export function withoutFieldNames(sentence: string, language: Language): string {
  return sentence.replace(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (field, at: number) => {
    if (!isKnown(field)) return field;
    const name = fieldName(field, language);
    return at === 0 ? name : lowered(name);
  });
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** In lower case, unless it begins with an abbreviation. */
function lowered(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
