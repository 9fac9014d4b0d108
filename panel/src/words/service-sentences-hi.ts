/**
 * The service's sentences in Hindi, by the sentence as the service's source has it; `{}` stands for a value. In
 * Hindi, values keep their order, or `{1}` and `{2}` name them. A sentence that begins in lower case may follow a
 * field or a courier. A test finds every sentence of the service that is missing here.
 */
export const SENTENCES_IN_HINDI: Readonly<Record<string, string>> = {
  // Values of fields.
  'is required': 'ज़रूरी है',
  'must not be empty': 'ख़ाली नहीं रह सकता',
  'is required when {} is {}': 'ज़रूरी है, क्योंकि {} “{}” है',
  'is required with {}': '{} के साथ ज़रूरी है',
  'or {} is required': 'या {} ज़रूरी है',
  'or {} or {} is required': 'या {} या {} ज़रूरी है',
  'must not be greater than {}': '{} से ज़्यादा नहीं होना चाहिए',
  'must not be after {}': '{} के बाद नहीं होना चाहिए',
  'and {} are the same field; send one of them': 'और {} एक ही जानकारी हैं; इनमें से एक ही भेजें',
  'must be one of {}': 'इनमें से एक होना चाहिए: {}',
  'must be true or false': 'हाँ या नहीं होना चाहिए',
  'must be a colour such as #B3261E': 'रंग का कोड होना चाहिए, जैसे #B3261E',
  'must be one file part of a multipart/form-data request': 'एक फ़ाइल होनी चाहिए',
  'must be an object': 'सही ढाँचे में नहीं है',
  '{} must be a JSON object': 'भेजी गई जानकारी सही ढाँचे में नहीं है',
  'must have at most {} names': 'में ज़्यादा से ज़्यादा {} नाम हो सकते हैं',
  'is not the name of a setting': 'नाम की कोई सेटिंग नहीं है',
  'must be a number{}': 'संख्या होनी चाहिए{}',
  'must be a number of grams{}': 'ग्राम में संख्या होनी चाहिए{}',
  'must be a number of kilograms{}': 'किलोग्राम में संख्या होनी चाहिए{}',
  'must be a number of centimetres{}': 'सेंटीमीटर में संख्या होनी चाहिए{}',
  'must be a number of rupees{}': 'रुपयों में संख्या होनी चाहिए{}',
  'must be an amount in rupees{}': 'रुपयों में राशि होनी चाहिए{}',
  'must be a whole number{}': 'पूर्ण संख्या होनी चाहिए{}',
  'must be a time in whole Unix seconds': 'समय होना चाहिए',
  'must be a time: Unix seconds, milliseconds (13 digits), or ISO 8601':
    'समय होना चाहिए, जैसे 2026-11-15 10:30',
  'must be a list of exactly {} entries': 'में ठीक {} प्रविष्टियाँ होनी चाहिए',
  'must be a list of at most {} entries': 'में ज़्यादा से ज़्यादा {} प्रविष्टियाँ हो सकती हैं',
  'must be a list of {} to {} entries': 'में {} से {} प्रविष्टियाँ होनी चाहिए',
  'must be text': 'टेक्स्ट होना चाहिए',
  'must be at most {} characters': 'ज़्यादा से ज़्यादा {} अक्षर का हो सकता है',
  'must be {} to {} characters': '{} से {} अक्षर का होना चाहिए',
  'must be a UUID': 'सही ID नहीं है',
  'must be an email address': 'सही ईमेल पता लिखें, जैसे name@example.com',
  'must be a 6-digit pincode': '6 अंकों का पिनकोड लिखें',
  '{} is not in the pincode directory': '{} पिनकोड सूची में नहीं है',
  '{} is not {} of this account': '{1} इस खाते में नहीं है',
  'must be a valid 10-digit Indian mobile number': '10 अंकों का मोबाइल नंबर लिखें',
  'must be a valid 10-digit Indian mobile number, or a landline number with its STD code':
    '10 अंकों का मोबाइल नंबर, या STD कोड के साथ लैंडलाइन नंबर लिखें',
  'must be a valid 10-digit Indian mobile number, or a landline number with its STD code (leading 0 or +91)':
    '10 अंकों का मोबाइल नंबर, या STD कोड के साथ लैंडलाइन नंबर लिखें (आगे 0 या +91)',
  'must not contain control characters or broken Unicode': 'में ऐसे अक्षर हैं जो दिखाए नहीं जा सकते',
  'must not override the direction of text': 'में लिखावट की दिशा बदलने वाले अक्षर नहीं हो सकते',
  'must have a visible character': 'में कोई दिखने वाला अक्षर होना चाहिए',
  'must be a date and time such as 2026-11-15 10:30 or 2026-11-15T10:30:00Z':
    'तारीख और समय लिखें, जैसे 2026-11-15 10:30',
  'must be a date such as 2026-11-16': 'तारीख लिखें, जैसे 2026-11-16',
  'must be a month such as 2026-11': 'महीना लिखें, जैसे 2026-11',
  'end_month must not be before start_month': 'आख़िरी महीना पहले महीने से पहले का नहीं हो सकता',
  'at most {} months can be summed up at once': 'एक बार में ज़्यादा से ज़्यादा {} महीने जोड़े जा सकते हैं',
  'must be a day such as 01-26 or 2027-03-22': 'दिन लिखें, जैसे 01-26 या 2027-03-22',
  'must be a GSTIN: 15 characters, of which the last is its check digit':
    'सही GSTIN लिखें: 15 अक्षर, जिनमें आख़िरी जाँच अंक है',
  'must be a GST number of 15 characters': '15 अक्षरों का GST नंबर लिखें',
  'must be a rate of GST in percent, such as 5 or 18': 'GST की दर प्रतिशत में लिखें, जैसे 5 या 18',
  'must be an address that starts with https://': 'https:// से शुरू होने वाला पता लिखें',
  'must be a web address that starts with https:// or http://': 'https:// या http:// से शुरू होने वाला पता लिखें',
  'must be a web address': 'वेब पता लिखें',
  'must be an address such as https://shop.example/hooks/dakiya, without a name and password':
    'ऐसा पता लिखें: https://shop.example/hooks/dakiya, बिना नाम और पासवर्ड के',
  'may hold only printable ASCII characters without blanks':
    'में सिर्फ़ अंग्रेज़ी अक्षर, अंक और चिह्न हो सकते हैं, बिना ख़ाली जगह के',
  'may hold only capital letters and digits': 'में सिर्फ़ बड़े अंग्रेज़ी अक्षर और अंक हो सकते हैं',
  'may hold only letters, digits and hyphens': 'में सिर्फ़ अक्षर, अंक और हाइफ़न हो सकते हैं',
  'may hold only letters, digits, blanks, dots, hyphens and underscores':
    'में सिर्फ़ अक्षर, अंक, ख़ाली जगह, बिंदु, हाइफ़न और अंडरस्कोर हो सकते हैं',
  'may hold only letters, digits, hyphens and underscores': 'में सिर्फ़ अक्षर, अंक, हाइफ़न और अंडरस्कोर हो सकते हैं',
  'must be a phone number of digits, blanks and hyphens': 'फ़ोन नंबर लिखें: सिर्फ़ अंक, ख़ाली जगह और हाइफ़न',
  'must be at most {} printable ASCII characters': 'में ज़्यादा से ज़्यादा {} अंग्रेज़ी अक्षर हो सकते हैं',
  'must be a pair from meta.next_search_after': 'सूची फिर से खोलें',
  'must be a content hash with an extension': 'सही पता नहीं है',
  'and {} more problems': 'और {} समस्याएँ हैं',
  'is empty': 'ख़ाली है',
  'has more than {} characters': 'में {} से ज़्यादा अक्षर हैं',
  '{} must be in the future': '{} आने वाले समय में होना चाहिए',

  // Bounds and units inside of sentences.
  ' greater than {}': ', {} से ज़्यादा',
  ' from {} to {}': ', {} से {} तक',
  ' of at least {}': ', कम से कम {}',
  ' of at most {}': ', ज़्यादा से ज़्यादा {}',
  ' greater than {} and at most {}': ', {} से ज़्यादा और {} तक',
  ' with at most {} decimals': ', दशमलव के बाद {} अंक तक',
  ' greater than {} with at most {} decimals': ', {} से ज़्यादा, दशमलव के बाद {} अंक तक',
  ' greater than {} and at most {} with at most {} decimals': ', {} से ज़्यादा और {} तक, दशमलव के बाद {} अंक तक',
  ' from {} to {} with at most {} decimals': ', {} से {} तक, दशमलव के बाद {} अंक तक',
  ' of at least {} with at most {} decimals': ', कम से कम {}, दशमलव के बाद {} अंक तक',
  ' of at most {} with at most {} decimals': ', {} तक, दशमलव के बाद {} अंक तक',

  // Requests.
  'The credential is missing or not valid': 'आप लॉगआउट हो गए हैं। फिर लॉगिन करें।',
  'This credential may only read': 'आप सिर्फ़ देख सकते हैं, बदल नहीं सकते।',
  'This requires the role {}; you are signed in as {}':
    'आपको इसकी अनुमति नहीं है। इसके लिए भूमिका “{1}” चाहिए; आपकी भूमिका “{2}” है।',
  '{} requires the role {}; you are signed in as {}':
    'आपको इसकी अनुमति नहीं है। इसके लिए भूमिका “{2}” चाहिए; आपकी भूमिका “{3}” है।',
  'Sharing a view requires the role packer; you are signed in as {}':
    'सूची साझा करने के लिए भूमिका “पैकर” चाहिए; आपकी भूमिका “{}” है।',
  'You can see only a part of this account, and this is for users who can see all of it':
    'आपको इस पेज की अनुमति नहीं है। किसी मालिक से पूछें।',
  "A request with a session cookie must send the session's CSRF token in {}":
    'आपका सेशन बदल गया है। पेज फिर से खोलें।',
  'Too many sign-ins from this address; please try again later':
    'इस जगह से बहुत बार लॉगिन की कोशिश हुई; थोड़ी देर बाद कोशिश करें।',
  'Too many wrong credentials from this address; please try again later':
    'इस जगह से बहुत बार गलत जानकारी भेजी गई; थोड़ी देर बाद कोशिश करें।',
  'Too many requests: at most {} in 5 minutes': 'बहुत ज़्यादा अनुरोध: 5 मिनट में ज़्यादा से ज़्यादा {}',
  'Too many requests: at most {} a minute': 'बहुत ज़्यादा अनुरोध: एक मिनट में ज़्यादा से ज़्यादा {}',
  'Too many long requests are running; please try again shortly':
    'अभी बहुत काम चल रहे हैं; थोड़ी देर में फिर कोशिश करें।',
  'Too many long requests of this account are waiting; please try again shortly':
    'आपके खाते के बहुत काम बाकी हैं; थोड़ी देर में फिर कोशिश करें।',
  'Too much data is being sent at once; please try again shortly':
    'एक साथ बहुत डेटा भेजा जा रहा है; थोड़ी देर में फिर कोशिश करें।',
  'The service is not ready; please try again shortly': 'सेवा तैयार नहीं है; थोड़ी देर में फिर कोशिश करें।',
  'The service was too busy to finish the request; please try again':
    'सेवा व्यस्त थी और काम पूरा नहीं हुआ; फिर कोशिश करें।',
  'Something went wrong on our side; please quote request {}':
    'हमारी ओर से गड़बड़ हुई। मदद माँगते समय यह अनुरोध बताएँ: {}',
  'The body is larger than this endpoint takes': 'फ़ाइल या जानकारी बहुत बड़ी है',
  'The request could not be read': 'अनुरोध पढ़ा नहीं जा सका',
  'The request took too long to arrive': 'अनुरोध पहुँचने में बहुत देर लगी',
  'No such path: {} {}': 'यह पता मौजूद नहीं है: {1} {2}',
  'The first request with this Idempotency-Key is still running; please try again':
    'पहला अनुरोध अभी चल रहा है; फिर कोशिश करें।',
  'Idempotency-Key was already used for another request': 'यह अनुरोध पहले ही किसी और काम के लिए भेजा जा चुका है',
  'Another request with this Idempotency-Key took over': 'यही अनुरोध कहीं और से पूरा हो रहा है',
  '{} not found': '{} नहीं मिला',

  // Signing in, people and keys.
  'Wrong username or password, or an invalid API key': 'ईमेल/फ़ोन या पासवर्ड गलत है।',
  'The password is wrong': 'पासवर्ड गलत है',
  'the password must have {} to {} characters': 'पासवर्ड {} से {} अक्षर का होना चाहिए',
  'This link does not work any more: it was used, replaced by a newer one, or has expired. Request a new one':
    'यह लिंक अब काम नहीं करता: इस्तेमाल हो चुका है, बदला गया है, या समय पूरा हो गया है। नया लिंक माँगें।',
  'Too many links were requested from this address; please try again later':
    'इस जगह से बहुत लिंक माँगे गए; थोड़ी देर बाद कोशिश करें।',
  'Too many links were sent to this user; please try again later':
    'इस व्यक्ति को बहुत लिंक भेजे गए; थोड़ी देर बाद कोशिश करें।',
  'If there is such a user with an email address, and this service can send emails, a link is on its way. Otherwise your operator can create one: dakiya user password-link':
    'अगर यह खाता मौजूद है, तो उसके ईमेल पर लिंक भेजा गया है। लिंक न आए, तो अपने संचालक से माँगें।',
  'You are signed in with an API key, which has no password': 'आप API key से लॉगिन हैं, जिसका पासवर्ड नहीं होता',
  'Too many people are signing in right now; please try again shortly':
    'अभी बहुत लोग लॉगिन कर रहे हैं; थोड़ी देर में फिर कोशिश करें।',
  'This is the last owner who can sign in: make another user an owner first':
    'यह लॉगिन कर सकने वाला आख़िरी मालिक है: पहले किसी और को मालिक बनाएँ',
  '{} has already joined: a forgotten password is reset on the sign-in page':
    '{} पहले ही जुड़ चुके हैं: भूला हुआ पासवर्ड लॉगिन पेज से बदलता है',
  '{} is deactivated: reactivate the user first': '{} का खाता बंद है: पहले उसे फिर चालू करें',
  'a user needs a phone or an email': 'फ़ोन या ईमेल में से एक ज़रूरी है',
  'an owner sees the whole account: leave out store_ids and warehouse_ids':
    'मालिक पूरा खाता देखता है: स्टोर और गोदाम न चुनें',
  'email is not an email address': 'सही ईमेल पता लिखें',
  'phone is not an Indian mobile number': '10 अंकों का मोबाइल नंबर लिखें',
  '{} is already used by another user': '{} किसी और यूज़र का है',
  '{} is not the id, phone number or email address of a user': '{} नाम का कोई यूज़र नहीं है',
  '{} must have at least one entry; leave it out to allow all': '{}: कम से कम एक चुनें, या सबकी अनुमति दें',
  '{}: {} is not a {} of this account': '{1}: {2} इस खाते में नहीं है',
  'expires_at must be at most {} days ahead': 'समाप्ति ज़्यादा से ज़्यादा {} दिन आगे की हो सकती है',
  'expires_at must be in the future': 'समाप्ति आने वाले समय में होनी चाहिए',
  'name {} is already used by a working key': '{} नाम की key पहले से चालू है',
  'An account can have at most {} working keys: revoke one first':
    'एक खाते में ज़्यादा से ज़्यादा {} चालू keys हो सकती हैं: पहले एक रद्द करें',

  // Orders.
  'Order already exists: {}': 'यह ऑर्डर पहले से मौजूद है: {}',
  'Order not found': 'ऑर्डर नहीं मिला',
  'store_name is required, because you can see only some stores': 'स्टोर चुनें, क्योंकि आप कुछ ही स्टोर देख सकते हैं',
  'store_name {} is not a connected store of this account': '{} नाम का स्टोर इस खाते में नहीं है',
  'store_id {} is not a store of this account': '{} नाम का स्टोर इस खाते में नहीं है',
  '{} {} is not a warehouse of this account': 'यह गोदाम इस खाते में नहीं है',
  '{} {} is not a {} of this account': '{2} इस खाते में नहीं है',
  '{} {} is deactivated': '{} बंद किया हुआ है',
  'warehouse_id {} is not a warehouse of this account': 'यह गोदाम इस खाते में नहीं है',
  'carrier_id {} is not a carrier of this account': '{} इस खाते का कूरियर नहीं है',
  'forward_order_id {} is not an order of this account': '{} इस खाते का ऑर्डर नहीं है',
  'forward_order_id {} {}': 'ऑर्डर {} {}',
  'is not delivered yet: only delivered orders can be returned':
    'अभी डिलीवर नहीं हुआ: सिर्फ़ डिलीवर हुए ऑर्डर वापस हो सकते हैं',
  'has {} unit{}: cannot bring back {}': 'में {1} हैं: {3} वापस नहीं आ सकते',
  'has {} unit{} of {}: cannot bring back {}': 'में {3} के {1} हैं: {4} वापस नहीं आ सकते',
  'has {} unit{}, {} of them in other returns: cannot bring back {}':
    'में {1} हैं, जिनमें से {3} दूसरी वापसियों में हैं: {4} वापस नहीं आ सकते',
  'has {} unit{} of {}, {} of them in other returns: cannot bring back {}':
    'में {3} के {1} हैं, जिनमें से {4} दूसरी वापसियों में हैं: {5} वापस नहीं आ सकते',
  'cod_collectible is required': 'COD की राशि ज़रूरी है',
  'cod_collectible {} is more than the order is worth, {}': 'COD की राशि {} ऑर्डर के मूल्य {} से ज़्यादा है',
  '{} {} is more than the item costs, {}': 'छूट {2} सामान के दाम {3} से ज़्यादा है',
  '{} must leave the order 1 to {} items': 'ऑर्डर में 1 से {2} सामान रहने चाहिए',
  '{}.id {} is not an item of this order': 'यह सामान इस ऑर्डर का नहीं है',
  'does not fit {} ({})': '{1} ({2}) से मेल नहीं खाता',
  'weight {} kg looks like grams: weight is in kilograms': 'वज़न {} kg ग्राम जैसा लगता है: वज़न किलोग्राम में लिखें',
  '{} {} is not an email address and was left out': '{2} सही ईमेल नहीं है, इसलिए छोड़ दिया गया',
  'cannot be booked; its status is {}': 'बुक नहीं हो सकता; स्थिति है: {}',
  'already has a courier': 'का कूरियर पहले से तय है',
  'is being booked right now': 'अभी बुक हो रहा है',
  'is being booked; please try again': 'अभी बुक हो रहा है; फिर कोशिश करें',
  'cannot be changed; its status is {}': 'बदला नहीं जा सकता; स्थिति है: {}',
  'cannot be changed: {}': 'बदला नहीं जा सकता: {}',
  'it is being booked': 'यह अभी बुक हो रहा है',
  'a courier has it already': 'यह कूरियर के पास जा चुका है',
  'cannot be cancelled; its status is {}': 'रद्द नहीं हो सकता; स्थिति है: {}',
  'cannot be cancelled after pickup; its status is {}': 'पिकअप के बाद रद्द नहीं हो सकता; स्थिति है: {}',
  'has no failed delivery to decide on; its status is {}': 'में कोई फ़ेल डिलीवरी नहीं है; स्थिति है: {}',
  'was not cancelled: the courier {}': 'रद्द नहीं हुआ: कूरियर {}',
  'was not cancelled: the courier did not answer; please try again':
    'रद्द नहीं हुआ: कूरियर ने जवाब नहीं दिया; फिर कोशिश करें',
  'was not cancelled: the courier has picked it up': 'रद्द नहीं हुआ: कूरियर इसे ले जा चुका है',
  'was not cancelled: the courier had picked it up already, and returns it':
    'रद्द नहीं हुआ: कूरियर इसे ले जा चुका था और अब वापस ला रहा है',
  'was booked at the same moment; please try again': 'उसी समय बुक हो गया; फिर कोशिश करें',
  'Cancelled already': 'पहले ही रद्द हो चुका है',
  'Order {} was changed by somebody else at the same moment; please try again':
    'ऑर्डर {} को उसी समय किसी और ने बदला; फिर कोशिश करें',
  'The order was changed at the same moment; please try again': 'ऑर्डर उसी समय बदल गया; फिर कोशिश करें',
  'Order {} was not changed: {} {}': 'ऑर्डर {} नहीं बदला: {} {}',
  'Order {}: {} cannot be changed any more, because {} has the order. It accepts only changes of address, phone, payment and size':
    'ऑर्डर {1}: {2} अब नहीं बदल सकता, क्योंकि ऑर्डर {3} के पास है। अब सिर्फ़ पता, फ़ोन, भुगतान और आकार बदल सकते हैं',
  'An earlier request with this order_id is still being cancelled; please try again':
    'इस ऑर्डर ID का पिछला अनुरोध अभी रद्द हो रहा है; फिर कोशिश करें',
  'Shipment {} is already booked with {}': 'शिपमेंट {} पहले ही {} से बुक है',
  'No carrier can take this shipment': 'कोई कूरियर यह शिपमेंट नहीं ले सकता',
  'The carrier cannot take this shipment': 'यह कूरियर यह शिपमेंट नहीं ले सकता',
  'No carrier accepted this shipment': 'किसी कूरियर ने यह शिपमेंट नहीं लिया',
  'The courier that you connected has no prices for this shipment yet: add its rate card, or choose a sample carrier yourself':
    'आपके जोड़े हुए कूरियर के पास इस शिपमेंट के रेट नहीं हैं: उसका रेट कार्ड जोड़ें, या नमूना कूरियर ख़ुद चुनें',
  'a shipment can have at most {} notes': 'एक शिपमेंट में ज़्यादा से ज़्यादा {} टिप्पणियाँ हो सकती हैं',
  'A shipment can have at most {} tags': 'एक शिपमेंट में ज़्यादा से ज़्यादा {} टैग हो सकते हैं',
  '{} is not a shipment of this account': '{} इस खाते का शिपमेंट नहीं है',
  'is not a shipment of this account': 'इस खाते का शिपमेंट नहीं है',
  'awb {} is not a shipment of this account': 'ट्रैकिंग नंबर {} इस खाते का नहीं है',
  '{} is not a tracking number of this account': 'ट्रैकिंग नंबर {} इस खाते का नहीं है',

  // Why a carrier is not offered.
  'is switched off for this account': 'इस खाते के लिए बंद है',
  'has no rate card': 'का रेट कार्ड नहीं है',
  'needs a courier account of {}': 'के लिए {} का कूरियर खाता चाहिए',
  'belongs to no courier, and a courier that you connected has prices: switch on beside_couriers in its settings to offer it all the same':
    'नमूना कूरियर है। असली कूरियर जुड़ने से यह छिपा है; इसकी सेटिंग में चालू कर सकते हैं',
  'takes no returns': 'वापसी नहीं लेता',
  'makes no quality check': 'क्वालिटी चेक नहीं करता',
  'does not pick up at the origin': 'पिकअप की जगह से नहीं उठाता',
  'does not deliver prepaid parcels at the destination': 'गंतव्य पर प्रीपेड डिलीवरी नहीं करता',
  'does not deliver COD parcels at the destination': 'गंतव्य पर COD डिलीवरी नहीं करता',
  'does not pick up returns at the origin': 'पिकअप की जगह से वापसी नहीं उठाता',
  'takes at most {} g': 'ज़्यादा से ज़्यादा {} g लेता है',
  'takes sides of at most {} cm': 'हर तरफ़ ज़्यादा से ज़्यादा {} cm लेता है',
  'takes at most {} cm of length, width and height together': 'लंबाई, चौड़ाई और ऊँचाई मिलाकर {} cm तक लेता है',
  'collects no cash': 'नकद नहीं लेता',
  'collects at most Rs {}': '₹{} तक नकद लेता है',
  'it does not deliver to {}': '{} में डिलीवरी नहीं करता',
  '{} is not a known pincode': '{} पिनकोड सूची में नहीं है',
  '"{}" is not a number': '“{}” संख्या नहीं है',
  '"{}" is not an amount in rupees': '“{}” रुपयों में राशि नहीं है',

  // Why a parcel is in its zone.
  "an override of the account's zones": 'आपके अपने ज़ोन के हिसाब से',
  "an override of this carrier's zones": 'इस कूरियर के अपने ज़ोन के हिसाब से',
  'both pincodes are in the same city': 'दोनों पिनकोड एक ही शहर में हैं',
  'one of the pincodes is in a special state': 'एक पिनकोड विशेष राज्य में है',
  'both pincodes are in the same metro or regional group': 'दोनों पिनकोड एक ही मेट्रो या क्षेत्र में हैं',
  'both pincodes are in the same state': 'दोनों पिनकोड एक ही राज्य में हैं',
  'both pincodes are in metros': 'दोनों पिनकोड मेट्रो शहरों में हैं',
  'no other rule matches': 'कोई और नियम लागू नहीं होता',

  // Couriers.
  'did not answer in time': 'ने समय पर जवाब नहीं दिया',
  '{} did not answer in time': '{} ने समय पर जवाब नहीं दिया',
  '{} could not be reached, or hung up{}': '{1} से संपर्क नहीं हुआ{2}',
  'could not be reached': 'से संपर्क नहीं हुआ',
  'did not answer; please try again': 'ने जवाब नहीं दिया; फिर कोशिश करें',
  'did not confirm the change; please try again': 'ने बदलाव की पुष्टि नहीं की; फिर कोशिश करें',
  'asks for fewer requests ({}); please try again later': 'पर अभी बहुत अनुरोध हैं; थोड़ी देर बाद कोशिश करें',
  'asked for fewer requests': 'पर अभी बहुत अनुरोध हैं',
  'asked for fewer requests; please try again in {} s': 'पर अभी बहुत अनुरोध हैं; {} सेकंड में फिर कोशिश करें',
  'is asked as often as it may be; please try again in {} s':
    'से जितनी बार पूछ सकते हैं, पूछ चुके; {} सेकंड में फिर कोशिश करें',
  'has not answered for a while; please try again in {} s': 'ने कुछ देर से जवाब नहीं दिया; {} सेकंड में फिर कोशिश करें',
  'asks us to send fewer requests': 'पर अभी बहुत अनुरोध हैं',
  'is asked as often as it may be': 'से जितनी बार पूछ सकते हैं, पूछ चुके',
  'has not answered for a while': 'ने कुछ देर से जवाब नहीं दिया',
  'has no address that can be asked: correct its base_url': 'के सर्वर का पता सही नहीं है: उसे सुधारें',
  'does not take the credentials of this courier account': 'ने इस कूरियर खाते की लॉगिन डिटेल नहीं मानी',
  'answered {} and does not say why': 'ने {} जवाब दिया, पर कारण नहीं बताया',
  'answered {} with something that is not its own': 'का जवाब ({}) समझ में नहीं आया',
  'does not support this request': 'में यह सुविधा नहीं है',
  'answered with the tracking number of another parcel': 'ने किसी और पार्सल का ट्रैकिंग नंबर दिया',
  'The carrier did not answer in time': 'कूरियर ने समय पर जवाब नहीं दिया',
  'is a courier that this installation does not support': 'का समर्थन इस सेवा में नहीं है',
  'is not connected any more: connect it again': 'अब जुड़ा नहीं है: फिर जोड़ें',
  'has no plugin of Dakiya': 'में Dakiya का प्लगइन नहीं है',
  'has no {}: enter it again': 'में {} नहीं है: फिर भरें',
  'needs its credentials again: they were encrypted with another SECRETS_KEY': 'की लॉगिन डिटेल फिर डालें',
  '{} is already connected: change its courier account': '{} पहले से जुड़ा है: उसी कूरियर खाते को बदलें',
  'The account has sample data: remove it before you connect a courier':
    'खाते में नमूना डेटा है: कूरियर जोड़ने से पहले उसे हटाएँ',
  'Sample data is only for accounts without a courier: it must never be mixed with real parcels':
    'नमूना डेटा केवल उन खातों के लिए है जिनमें कोई कूरियर नहीं जुड़ा: वह असली पार्सलों में नहीं मिलना चाहिए',
  'An order of the account has the id of a sample order, such as SAMPLE-1001':
    'खाते के किसी ऑर्डर की ID नमूना ऑर्डर जैसी है, जैसे SAMPLE-1001',
  // Shops.
  'shop {} cannot be connected; available are {}': 'दुकान {} नहीं जुड़ सकती; ये जुड़ सकती हैं: {}',
  'Another shop is already connected with this store': 'इस स्टोर से एक दूसरी दुकान पहले से जुड़ी है',
  '{} names no active warehouse of this account': '{} में इस खाते का कोई चालू गोदाम नहीं है',
  '{}. It does not send webhooks, because it {}: orders are read every few minutes':
    '{}। वह वेबहुक नहीं भेजती, क्योंकि वह {}: ऑर्डर हर कुछ मिनट में पढ़े जाते हैं',
  'The shop takes the key and sells in rupees': 'दुकान ने key मान ली, और रुपयों में बेचती है',
  'The shop takes the {} and sells in rupees': 'दुकान ने {} मान ली, और रुपयों में बेचती है',
  '{} is still to be paid': '{} का भुगतान अभी बाकी है',
  '{}, and the shop does not say how': '{}, और दुकान नहीं बताती कि कैसे होगा',
  '{}, by {}, which is not cash on delivery': '{}, {} से, जो कैश ऑन डिलीवरी नहीं है',
  'The shop takes the app and sells in rupees': 'दुकान ने ऐप मान लिया, और रुपयों में बेचती है',
  '{}. It answers by version {} instead of {}: update Dakiya':
    '{1}। वह संस्करण {3} की जगह {2} से जवाब देती है: Dakiya अपडेट करें',
  'The app lacks the scopes {}: add them in the Dev Dashboard':
    'ऐप के पास ये अनुमतियाँ नहीं हैं: {}। Dev Dashboard में जोड़ें',
  "Shopify withholds the customers' addresses from this app: its plan, or the app, has no access to them":
    'Shopify इस ऐप को ग्राहकों के पते नहीं देता: दुकान के प्लान या ऐप को उनकी अनुमति नहीं है',
  'The shop sells in {}; only orders in INR can be shipped': 'दुकान {} में बेचती है; सिर्फ़ INR के ऑर्डर भेजे जा सकते हैं',
  'Enter its credential again; until then no orders are read, and the shop is not told of parcels':
    'इसकी key फिर से डालें; तब तक ऑर्डर नहीं पढ़े जाते, और दुकान को पार्सल नहीं बताए जाते',
  'Open the shop in a browser, and check its address here: orders are read once it answers, and none is lost':
    'दुकान को ब्राउज़र में खोलें, और उसका पता यहाँ जाँचें: उसके जवाब देते ही ऑर्डर पढ़े जाएँगे, और कोई छूटेगा नहीं',
  'Wait: it is asked again every few minutes, and no order is lost':
    'रुकें: उससे हर कुछ मिनट में फिर पूछा जाता है, और कोई ऑर्डर छूटता नहीं',
  'Check the connection, which makes the shop send webhooks again; until then orders are a few minutes late':
    'कनेक्शन जाँचें, जिससे दुकान फिर से वेबहुक भेजे; तब तक ऑर्डर कुछ मिनट देर से आते हैं',
  'Cash on delivery of {} is above {}: confirm the order':
    'कैश ऑन डिलीवरी {} है, जो {} से ज़्यादा है: ऑर्डर की पुष्टि करें',
  'Its currency is {}, and only INR can be shipped': 'इसकी मुद्रा {} है, और सिर्फ़ INR के ऑर्डर भेजे जा सकते हैं',
  'It goes to the country {}, and only India is served': 'यह {} देश को जाता है, और डिलीवरी सिर्फ़ भारत में होती है',
  'No courier was booked: {}': 'कोई कूरियर बुक नहीं हुआ: {}',
  'It changed in the shop, but our order cannot follow: {}': 'यह दुकान में बदला, पर हमारा ऑर्डर नहीं बदल सका: {}',
  'The shop was not told of this parcel, because it {}: enter it there yourself':
    'दुकान को यह पार्सल नहीं बताया जा सका, क्योंकि वह {}: उसे वहाँ ख़ुद डालें',
  '{} asks for rates by itself: it needs no key': '{} ख़ुद रेट पूछती है: उसे key की ज़रूरत नहीं',
  'The rates took too long': 'रेट आने में बहुत देर लगी',
  'is a shop system that this installation does not support': 'के लिए इस सेवा में सुविधा नहीं है',
  'is not asked while the account has sample data: remove that first':
    'से तब तक नहीं पूछा जाता जब तक खाते में नमूना डेटा है: पहले उसे हटाएँ',
  'sent an order that cannot be read: {}': 'ने ऐसा ऑर्डर भेजा जो पढ़ा नहीं जा सकता: {}',
  'did not say how many pages of orders it has': 'ने नहीं बताया कि ऑर्डर के कितने पेज हैं',
  'answered {}, perhaps from a firewall in front of it': 'ने {} जवाब दिया, शायद उसके आगे के फ़ायरवॉल ने',
  'answered with an error: {}': 'ने ग़लती का जवाब दिया: {}',
  "answered {} with something that is not WooCommerce's own": 'ने {} जवाब दिया, जो WooCommerce का अपना नहीं है',
  'has no WooCommerce at this address, or its permalinks are "Plain": choose another kind in Settings > Permalinks':
    'का WooCommerce इस पते पर नहीं है, या उसके permalinks "Plain" हैं: Settings > Permalinks में कोई और चुनें',
  'does not take the key: make a new one in Medusa Admin > Settings > Secret API Keys, and enter it here':
    'key नहीं मानता: Medusa Admin > Settings > Secret API Keys में नई बनाएँ, और यहाँ डालें',
  'has no Medusa server at this address': 'का सर्वर इस पते पर नहीं है',
  'has no Admin API at this address': 'की Admin API इस पते पर नहीं है',
  'does not take the API key: its role needs the permissions ReadOrder and UpdateOrder, and the shop must take API keys (authOptions.tokenMethod)':
    'API key नहीं मानता: उसके role को ReadOrder और UpdateOrder की अनुमति चाहिए, और दुकान को API keys लेनी होंगी (authOptions.tokenMethod)',
  'asks for fewer requests; please try again later': 'कम अनुरोध चाहता है; कृपया बाद में कोशिश करें',
  'needs the client ID of an app, or the access token of an older one':
    'को ऐप की Client ID चाहिए, या पुराने ऐप का Access token',
  'does not take the client ID and secret ({}): copy both from the Dev Dashboard':
    'Client ID और secret नहीं मानता ({}): दोनों Dev Dashboard से कॉपी करें',
  'has no shop at this address: enter https://your-shop.myshopify.com':
    'पर इस पते की कोई दुकान नहीं है: https://your-shop.myshopify.com जैसा पता डालें',
  'does not take the access token: install the app again, or enter a new one':
    'Access token नहीं मानता: ऐप फिर से इंस्टॉल करें, या नया token डालें',
  'says that the shop is frozen until its owner has paid Shopify':
    'कहता है कि मालिक के Shopify को भुगतान करने तक दुकान बंद है',
  'does not allow it: give the app the scopes that the guide names':
    'इसकी अनुमति नहीं देता: ऐप को गाइड में लिखे scopes दें',
  'does not allow it: give the app the scopes that the guide names ({})':
    'इसकी अनुमति नहीं देता: ऐप को गाइड में लिखे scopes दें ({})',
  'says that the shop is locked': 'कहता है कि दुकान बंद है',
  '{}. Customers see no rates at checkout, because it {}': '{}। ग्राहकों को चेकआउट पर रेट नहीं दिखते, क्योंकि वह {}',
  'has no such order any more': 'के पास अब ऐसा ऑर्डर नहीं है',
  'says that its items are not open for fulfilment any more': 'कहता है कि इसकी चीज़ें अब भेजने के लिए खुली नहीं हैं',
  'The connection of this shop cannot be used now': 'इस दुकान का कनेक्शन अभी काम नहीं कर रहा',
  'The signature does not fit': 'हस्ताक्षर मेल नहीं खाता',
  'Its tag {} is not shipped': 'टैग {} वाले ऑर्डर नहीं भेजे जाते',
  '{} is still to be paid, by {}, which is not cash on delivery':
    '{} अब भी चुकाने हैं, {} से, जो कैश ऑन डिलीवरी नहीं है',
  '{} is still to be paid, and the shop does not say how': '{} अब भी चुकाने हैं, और दुकान नहीं बताती कि कैसे',
  'It is a test order': 'यह जाँच का ऑर्डर है',
  'Nothing in it has to be shipped': 'इसमें कुछ भी भेजने का नहीं है',
  'The order was made already: change the order itself': 'ऑर्डर बन चुका है: ऑर्डर को ही बदलें',
  'The shop does not want it shipped any more': 'दुकान अब इसे भेजना नहीं चाहती',
  'It was shipped without us': 'यह हमारे बिना भेजा गया',
  'It was cancelled in the shop': 'यह दुकान में रद्द हुआ',
  'The shop does not want it shipped any more, but a courier has it: cancel the shipment, or ship it anyway':
    'दुकान अब इसे भेजना नहीं चाहती, पर कूरियर के पास जा चुका है: शिपमेंट रद्द करें, या फिर भी भेजें',
  'It was cancelled in the shop after it was booked: cancel the shipment, or ask the courier to bring it back':
    'बुक होने के बाद यह दुकान में रद्द हुआ: शिपमेंट रद्द करें, या कूरियर से वापस मँगवाएँ',
  'Order of the shop': 'दुकान का ऑर्डर',
  'courier {} cannot be connected; available are {}': 'कूरियर {} नहीं जुड़ सकता; ये जुड़ सकते हैं: {}',
  'This installation does not support this courier': 'इस सेवा में यह कूरियर उपलब्ध नहीं है',
  '{} cannot be checked without a parcel': '{} की जाँच पार्सल के बिना नहीं हो सकती',
  '{} does not push scans: its parcels are polled': '{} स्कैन नहीं भेजता: हम उससे पूछते रहते हैं',
  '{} has no list of services: enter its carriers by hand': '{} सेवाओं की सूची नहीं देता: सेवाएँ ख़ुद जोड़ें',
  'settings.base_url must be an address such as https://api.courier.example, without a query':
    'ऐसा पता लिखें: https://api.courier.example',
  'settings.base_url {}': 'यह पता {}',
  'settings.{} is not a setting of {}; its settings are {}': '{2} में {1} नाम की सेटिंग नहीं है; ये हैं: {3}',
  'settings.{} is required for {}': '{2} के लिए ज़रूरी है',
  'settings.{} must be letters, digits and punctuation without blanks, as {} shows it':
    'वैसे ही लिखें जैसे {2} दिखाता है: अंग्रेज़ी अक्षर, अंक और चिह्न, बिना ख़ाली जगह के',
  'No secret can be kept yet: the operator has to set SECRETS_KEY (see docs/how-to/rotate-secrets.md)':
    'लॉगिन डिटेल अभी सुरक्षित नहीं रखी जा सकती: संचालक को SECRETS_KEY सेट करना होगा',
  'No connected courier has this shipment, or its journey is over':
    'यह शिपमेंट किसी जुड़े हुए कूरियर के पास नहीं है, या इसकी यात्रा पूरी हो चुकी है',
  'The courier was asked about this shipment less than a minute ago': 'कूरियर से एक मिनट के अंदर ही पूछा जा चुका है',
  'does not have the parcel any more': 'के पास अब यह पार्सल नहीं है',
  'has not reported an outcome in a day': 'ने एक दिन में नतीजा नहीं बताया',
  '{} did not accept the request for {}: it {}': '{1} ने {2} का अनुरोध नहीं माना: {3}',
  'leads nowhere: {} was not found': 'कहीं नहीं जाता: {} नहीं मिला',
  'leads to an address that is not of the public internet': 'इंटरनेट के बाहर के पते पर जाता है',
  'must start with https://': 'https:// से शुरू होना चाहिए',
  'did not answer within {} s': 'ने {} सेकंड में जवाब नहीं दिया',
  'has no valid certificate ({})': 'का प्रमाणपत्र सही नहीं है ({})',
  'answered with more than {} bytes': 'का जवाब {} बाइट से बड़ा है',
  'sent too many interim answers': 'ने बहुत सारे अधूरे जवाब भेजे',
  '{} does not pick up at the warehouse {} yet: {}': '{} अभी गोदाम {} से पिकअप नहीं करता: {}',
  '{} {}. Correct the warehouse to register it again': '{} {}। गोदाम सुधारें, तो वह फिर दर्ज होगा',
  'it is being registered{}. Try again in a minute': 'वह दर्ज हो रहा है{}। एक मिनट में फिर कोशिश करें',
  ' (the last time it {})': ' (पिछली बार {})',
  'registers only active warehouses': 'सिर्फ़ चालू गोदाम दर्ज करता है',
  'has other places of this name': 'के पास इस नाम की दूसरी जगहें हैं',
  'takes only mobile numbers, and the warehouse has none':
    'सिर्फ़ मोबाइल नंबर लेता है, और गोदाम का मोबाइल नंबर नहीं है',
  'takes only mobile numbers, and the customer has none':
    'सिर्फ़ मोबाइल नंबर लेता है, और ग्राहक का मोबाइल नंबर नहीं है',
  'collects at most Rs 49,999': '₹49,999 तक नकद लेता है',
  'no, without a reason': 'ने मना किया, कारण नहीं बताया',
  'gave out no token: it answered {}': 'ने टोकन नहीं दिया: जवाब था {}',
  'gave out no token: it answered {}, perhaps to this network as a whole':
    'ने टोकन नहीं दिया: जवाब था {}, शायद पूरे नेटवर्क के लिए',
  'has an order {} already, which is cancelled': 'के पास ऑर्डर {} पहले से है, जो रद्द है',
  'has nothing to pick up': 'के पास उठाने को कुछ नहीं है',
  'Shiprocket takes these credentials; its wallet has {}': 'Shiprocket ने लॉगिन डिटेल मान ली; उसके वॉलेट में {} हैं',
  'Ekart takes these credentials': 'Ekart ने लॉगिन डिटेल मान ली',
  'Blue Dart takes these credentials': 'Blue Dart ने लॉगिन डिटेल मान ली',
  'Delhivery takes the token': 'Delhivery ने टोकन मान लिया',
  'Delhivery accepts this token': 'Delhivery ने टोकन मान लिया',
  'Delhivery answered something else than pincodes: check base_url':
    'Delhivery का जवाब समझ में नहीं आया: सर्वर का पता जाँचें',
  'takes decisions about failed deliveries only from its own panel and people':
    'फ़ेल डिलीवरी पर फ़ैसला सिर्फ़ अपने पोर्टल और लोगों से लेता है',
  'has nothing at this address: correct its base_url': 'का इस पते पर कुछ नहीं है: सर्वर का पता सुधारें',
  'said to a look at parcels: {}': 'ने पार्सल के बारे में कहा: {}',
  'is not asked for returns by this service': 'से यह सेवा वापसी नहीं कराती',
  'takes addresses of at most {} characters, and this one is longer':
    '{} अक्षर तक का पता लेता है, और यह उससे लंबा है',
  'does not take parcels to {}': '{} के पार्सल नहीं लेता',
  'was asked to forget this booking': 'से यह बुकिंग भूलने को कहा गया था',
  'does not know {}': '{} को नहीं पहचानता',
  'does not know the parcel': 'इस पार्सल को नहीं पहचानता',
  'answered with {} in place of data ({})': 'ने डेटा की जगह {} भेजा ({})',
  'answered without parcels: {}': 'का जवाब बिना पार्सल के आया: {}',
  'answered without a parcel{}': 'का जवाब बिना पार्सल के आया{}',
  'does not take this token: check the token, and that base_url is of the same environment':
    'ने यह टोकन नहीं माना: टोकन जाँचें, और देखें कि सर्वर का पता उसी का है',
  'has no such address: check base_url': 'का ऐसा पता नहीं है: सर्वर का पता जाँचें',
  'does not know the warehouse: register it there, by its name in exactly these letters':
    'इस गोदाम को नहीं पहचानता: वहाँ इसी नाम से, इन्हीं अक्षरों में दर्ज करें',
  'has switched the warehouse off: ask it why': 'ने यह गोदाम बंद कर दिया है: उससे कारण पूछें',
  'says that the token is of its other environment (test or live): check the token and base_url':
    'के हिसाब से टोकन दूसरे माहौल (टेस्ट या लाइव) का है: टोकन और सर्वर का पता जाँचें',
  'says that the account is not active: ask it why': 'के हिसाब से खाता चालू नहीं है: उससे कारण पूछें',
  'wants at least Rs 500 in the wallet: recharge it there{}': 'के वॉलेट में कम से कम ₹500 चाहिए: वहाँ रिचार्ज करें{}',
  ' (it has Rs {})': ' (अभी ₹{} हैं)',
  'does not serve {}': '{} में सेवा नहीं देता',
  'does not serve {} for the time being: it has an embargo on it': '{} में फ़िलहाल सेवा नहीं देता: वहाँ रोक है',
  'brings no prepaid parcels to {}': '{} में प्रीपेड पार्सल नहीं पहुँचाता',
  'takes no cash on delivery at {}': '{} में COD नहीं लेता',
  'picks up no returns at {}': '{} से वापसी नहीं उठाता',
  'does not take {} for this account: ask it to': 'इस खाते के लिए {} नहीं लेता: उससे चालू करवाएँ',
  'takes no more parcels for this pincode today: book again after midnight':
    'इस पिनकोड के लिए आज और पार्सल नहीं लेगा: आधी रात के बाद बुक करें',
  'takes no parcels while too many pickups fail: ask it why':
    'बहुत पिकअप फ़ेल होने से पार्सल नहीं ले रहा: उससे कारण पूछें',
  'holds the order or its customer for suspicious: ask it why':
    'को यह ऑर्डर या ग्राहक संदिग्ध लगता है: उससे कारण पूछें',
  "does not take the customer's phone number": 'ने ग्राहक का फ़ोन नंबर नहीं माना',
  'takes order ids of at most 50 letters and digits': 'ऑर्डर ID में 50 अक्षर और अंक तक लेता है',
  'makes no further attempt: it has made as many as it makes': 'और प्रयास नहीं करेगा: जितने प्रयास होते हैं, हो चुके',
  'has the parcel out for delivery: ask again after 9 in the evening':
    'पार्सल डिलीवरी के लिए ले जा चुका है: रात 9 बजे के बाद फिर अनुरोध करें',
  'takes no further attempt in this state: it must be back from an attempt that failed for a reason that it repeats':
    'इस स्थिति में और प्रयास नहीं करता: पार्सल ऐसे प्रयास से लौटा होना चाहिए जिसे वह दोहराता है',
  'takes requests for pickups within the next 7 days': 'अगले 7 दिनों के पिकअप लेता है',
  'takes no pickup in the past': 'बीते समय का पिकअप नहीं लेता',
  "does not know the warehouse's pincode": 'गोदाम का पिनकोड नहीं पहचानता',
  "does not serve the warehouse's pincode": 'गोदाम के पिनकोड में सेवा नहीं देता',
  'does not put a delivery off to another day': 'डिलीवरी का दिन आगे नहीं बढ़ाता',
  'takes a landmark only with the whole address': 'लैंडमार्क सिर्फ़ पूरे पते के साथ लेता है',
  'it gave no number for the request': 'ने अनुरोध का नंबर नहीं दिया',
  'it gave no number for the pickup': 'ने पिकअप का नंबर नहीं दिया',
  'Delhivery comes to this account by itself': 'Delhivery इस खाते के लिए अपने आप आता है',
  'Delhivery was asked to come before, and takes these parcels with the others':
    'Delhivery को पहले ही बुलाया गया है; वह ये पार्सल भी ले जाएगा',
  'Delhivery comes on {} at {}': 'Delhivery {} को {} बजे आएगा',
  'takes no other pincode for a parcel: cancel it and book it again':
    'पार्सल का पिनकोड नहीं बदलता: रद्द करें और फिर बुक करें',
  'it was not taken': 'ने नहीं लिया',
  'it was not done': 'ने नहीं किया',
  'did not do it, and does not say why': 'ने नहीं किया, और कारण नहीं बताया',
  'has no service {}: S for surface, E for express': 'की {} सेवा नहीं है: सरफ़ेस के लिए S, एक्सप्रेस के लिए E',
  'has no tracking number for this booking: where it gives none at all, ask it for a series':
    'के पास इस बुकिंग के लिए ट्रैकिंग नंबर नहीं है: बिल्कुल न दे, तो उससे नंबरों की शृंखला माँगें',
  'did not take a number that it gave': 'ने अपना ही दिया नंबर नहीं माना',
  'has the parcel though it refused it': 'ने मना किया, फिर भी पार्सल उसके पास है',
  'has had this order before, and it was withdrawn': 'के पास यह ऑर्डर पहले था, और वापस ले लिया गया',

  // What couriers need to be connected.
  'The gateway; for tests https://apigateway-sandbox.bluedart.com':
    'गेटवे का पता; टेस्ट के लिए https://apigateway-sandbox.bluedart.com',
  "The consumer key of your app on DHL's developer portal": 'DHL के डेवलपर पोर्टल पर आपके ऐप की consumer key',
  'Where Delhivery is asked. Its test host is https://staging-express.delhivery.com, with a token of its own.':
    'Delhivery के सर्वर का पता। टेस्ट के लिए https://staging-express.delhivery.com, जिसका टोकन अलग होता है।',
  'The API token: in the Delhivery One panel under Settings, API Setup. A new one there ends this one at once.':
    'टोकन Delhivery One में Settings › API Setup में मिलेगा। वहाँ नया टोकन बनाया तो यह वाला बंद हो जाएगा।',
  'The address of the shop: https://shop.example, with the folder of WordPress if it is in one.':
    'दुकान का पता, जैसे https://shop.example; WordPress किसी फ़ोल्डर में हो तो फ़ोल्डर भी लिखें।',
  'Starts with ck_. Make it in WooCommerce > Settings > Advanced > REST API with the permission "Read/Write".':
    'ck_ से शुरू होती है। WooCommerce › Settings › Advanced › REST API में “Read/Write” अनुमति के साथ बनाएँ।',
  'Starts with cs_. WooCommerce shows it once, together with the key.':
    'cs_ से शुरू होता है। WooCommerce इसे key के साथ एक ही बार दिखाता है।',
  "The shop's own address: https://your-shop.myshopify.com, also if customers see another one.":
    'दुकान का अपना पता: https://your-shop.myshopify.com, भले ही ग्राहकों को कोई और पता दिखता हो।',
  'The client ID of your app: Dev Dashboard > your app > Settings. Leave it out for an older app with an access token.':
    'आपके ऐप की client ID: Dev Dashboard › आपका ऐप › Settings। access token वाले पुराने ऐप के लिए खाली छोड़ें।',
  "The client secret of your app, beside the client ID; for an older app, its API secret key. Shopify's webhooks are signed with it.":
    'आपके ऐप का client secret, client ID के पास मिलेगा; पुराने ऐप में उसकी API secret key। Shopify इसी से वेबहुक पर हस्ताक्षर करता है।',
  'Only for an app that was made in the admin before 2026: its Admin API access token, which starts with shpat_.':
    'सिर्फ़ 2026 से पहले एडमिन में बने ऐप के लिए: उसका Admin API access token, जो shpat_ से शुरू होता है।',
  'The address of the server: https://shop.example.': 'सर्वर का पता, जैसे https://shop.example।',
  'An API key whose role may read and update orders. Make it in Settings > API keys, or by `createApiKey`; the plugin of Dakiya makes the shop take API keys.':
    'ऐसी API key जिसकी भूमिका ऑर्डर पढ़ और बदल सके। Settings › API keys में या `createApiKey` से बनाएँ; Dakiya का प्लगइन दुकान में API key चालू करता है।',
  'Where the Admin API is on the server, as apiOptions.adminApiPath of its configuration.':
    'सर्वर पर Admin API कहाँ है: उसकी कॉन्फ़िगरेशन का apiOptions.adminApiPath।',
  'The token of the channel whose orders are shipped; empty for the default channel.':
    'जिस चैनल के ऑर्डर भेजने हैं, उसका टोकन; डिफ़ॉल्ट चैनल के लिए खाली छोड़ें।',
  'The custom field of product variants with their weight in grams; the plugin of Dakiya adds weightGrams.':
    'प्रोडक्ट वेरिएंट का वह custom field जिसमें ग्राम में वज़न है; Dakiya का प्लगइन weightGrams जोड़ता है।',
  'The address of the Medusa server, where its Admin API is: https://shop.example.':
    'Medusa सर्वर का पता, जहाँ उसका Admin API है, जैसे https://shop.example।',
  'Starts with sk_. Make it in Medusa Admin > Settings > Secret API Keys.':
    'sk_ से शुरू होती है। Medusa Admin › Settings › Secret API Keys में बनाएँ।',
  'Its consumer secret': 'उसी ऐप का consumer secret',
  'The login that Blue Dart gave you with the licence': 'लाइसेंस के साथ Blue Dart से मिला लॉगिन',
  'The licence key of shipping': 'शिपिंग की लाइसेंस key',
  'The licence key of tracking, where it is another one': 'ट्रैकिंग की लाइसेंस key, अगर अलग है',
  'Your customer code': 'आपका ग्राहक कोड',
  'The three letters of the area where you send from: BOM, DEL':
    'जहाँ से आप भेजते हैं, उस इलाके के तीन अक्षर: BOM, DEL',
  'Where Ekart Elite is; it has no test host': 'Ekart Elite का पता; टेस्ट के लिए अलग पता नहीं है',
  'The client id that Ekart gave you when it opened your account': 'खाता खोलते समय Ekart से मिली client id',
  'The user name of API access': 'API का यूज़रनेम',
  'The password of API access': 'API का पासवर्ड',
  "The seller on Ekart's papers; without it, the warehouse's name":
    'Ekart के काग़ज़ों पर विक्रेता; न भरें तो गोदाम का नाम',
  "The seller's billing address; without it, the warehouse's": 'विक्रेता का बिलिंग पता; न भरें तो गोदाम का पता',
  'The GST number where the warehouse has none': 'GST नंबर, अगर गोदाम का नहीं है',
  'What you send, in a word: Apparel, Books': 'आप क्या भेजते हैं, एक शब्द में: Apparel, Books',
  'Where Shiprocket is; it has no test host, so that whatever is booked there is booked':
    'Shiprocket का पता; टेस्ट के लिए अलग पता नहीं है, वहाँ हर बुकिंग असली होती है',
  'Of an API user: Settings, API, Add New API User; another address than you sign in with':
    'API यूज़र का ईमेल (Settings, API, Add New API User); लॉगिन वाले ईमेल से अलग',
  'Of that API user, as Shiprocket showed it once': 'उसी API यूज़र का पासवर्ड, जो Shiprocket ने एक बार दिखाया था',

  // Failed deliveries, returns to origin and bulk actions.
  'The courier of {} did not answer; please try again': '{} के कूरियर ने जवाब नहीं दिया; फिर कोशिश करें',
  'The courier of {} {}': '{} का कूरियर {}',
  'Somebody else was answering shipment {} at the same moment; please try again':
    'शिपमेंट {} का जवाब उसी समय कोई और दे रहा था; फिर कोशिश करें',
  '{} is answering shipment {} right now (since {}): the courier is being asked for {}':
    '{1} अभी शिपमेंट {2} का जवाब दे रहे हैं ({3} से): कूरियर से {4} माँगा जा रहा है',
  'Shipment {} was answered by {} on {}: the courier was asked for {}':
    'शिपमेंट {1} का जवाब {2} ने {3} को दे दिया: कूरियर से {4} माँगा गया',
  'another delivery attempt': 'दोबारा डिलीवरी',
  'the return to the warehouse': 'गोदाम को वापसी',
  'the customer': 'ग्राहक',
  'the system': 'सेवा',
  'the API key {}': 'API key {}',
  'Another delivery attempt was requested by the {}': 'दोबारा डिलीवरी का अनुरोध भेजा गया',
  'The return was requested by the {}': 'वापसी माँगी गई',
  'Another delivery attempt is requested': 'दोबारा डिलीवरी का अनुरोध भेजा गया',
  'The return is requested': 'वापसी माँगी गई',
  'The return to the warehouse is requested': 'गोदाम को वापसी माँगी गई',
  'The shipment is cancelled': 'शिपमेंट रद्द हुआ',
  'Waiting for the courier’s answer': 'कूरियर के जवाब का इंतज़ार है',
  'Waiting for {} to confirm the booking': '{} से बुकिंग की पुष्टि का इंतज़ार है',
  'Booked with {}, tracking number {}': '{} से बुक हुआ, ट्रैकिंग नंबर {}',
  'Booked with {}': '{} से बुक हुआ',
  'No courier is booked yet': 'अभी कोई कूरियर बुक नहीं है',
  'In the PDF of labels': 'लेबल की PDF में है',
  'The service was interrupted, and it is unknown whether the courier got the request: check the shipment before you try again':
    'सेवा बीच में रुकी, और पता नहीं कि अनुरोध कूरियर तक पहुँचा या नहीं: फिर कोशिश से पहले शिपमेंट जाँचें',
  'The job has made no labels yet': 'इस काम में अभी कोई लेबल नहीं बना',
  'The user {} was deleted': 'यूज़र {} हटाया गया',
  'The user {} was disabled': 'यूज़र {} बंद किया गया',
  '{} cannot see the whole account any more': '{} अब पूरा खाता नहीं देख सकते',
  'The API key {} was deleted': 'API key {} हटाई गई',
  'The API key {} was revoked': 'API key {} रद्द की गई',
  'The API key {} has expired': 'API key {} का समय पूरा हुआ',
  'It requires the role {}, and {} now has the role {}':
    'इसके लिए भूमिका “{1}” चाहिए, और {2} की भूमिका अब “{3}” है',
  'filter matches more than {} shipments: narrow it': '{} से ज़्यादा शिपमेंट चुने गए: फ़िल्टर से कम करें',
  'total is {}, but {} shipments match now: check the list again':
    'अब {1} की जगह {2} शिपमेंट चुने हुए हैं: सूची फिर देखें',
  'total is 0: there is nothing to do': 'कोई शिपमेंट नहीं चुना गया',
  '{} of {} shipments cancelled': '{2} में से {1} शिपमेंट रद्द हुए',

  // In the history of a parcel.
  'Cancelled by the seller': 'विक्रेता ने रद्द किया',
  'Cancelled by the seller after the courier had picked it up': 'कूरियर के ले जाने के बाद विक्रेता ने रद्द किया',
  'Nobody was there to take your parcel': 'पार्सल लेने के लिए कोई नहीं मिला',
  'Nobody was there to hand over the parcel': 'पार्सल देने के लिए कोई नहीं मिला',
  'The rider could not reach you by phone': 'फ़ोन पर संपर्क नहीं हुआ',
  'The parcel was not accepted': 'पार्सल नहीं लिया गया',
  'The parcel was not handed over': 'पार्सल नहीं दिया गया',
  'Another delivery date was requested': 'डिलीवरी की दूसरी तारीख माँगी गई',
  'Another pickup date was requested': 'पिकअप की दूसरी तारीख माँगी गई',
  'The address was not complete': 'पता अधूरा था',
  'The address could not be found': 'पता नहीं मिला',
  'The payment was not ready': 'भुगतान तैयार नहीं था',
  'Opening the parcel before payment is not possible': 'भुगतान से पहले पार्सल नहीं खोला जा सकता',
  'The parcel is at the hub, ready to be collected': 'पार्सल हब पर है, वहाँ से लिया जा सकता है',
  'The address is outside the delivery area': 'पता डिलीवरी क्षेत्र से बाहर है',
  'The rider could not enter the area': 'उस इलाके में प्रवेश नहीं मिला',
  'The delivery code did not match': 'OTP गलत निकला',
  'The rider could not reach your area': 'उस इलाके तक पहुँचना नहीं हो सका',

  // Labels, invoices and other papers.
  'shipment {} {}': 'शिपमेंट {} {}',
  "shipment {} has its courier's own label, which is only available as PDF":
    'शिपमेंट {} का लेबल कूरियर का अपना है, जो सिर्फ़ PDF में मिलता है',
  'has no tracking number yet': 'का ट्रैकिंग नंबर अभी नहीं है',
  'shipment {} has no tracking number yet': 'शिपमेंट {} का ट्रैकिंग नंबर अभी नहीं है',
  'shipment {} is not a shipment of this account': '{} इस खाते का शिपमेंट नहीं है',
  'paper must be 4x6 if format is zpl, because thermal printers have no A4': 'थर्मल प्रिंटर के लिए 4x6 काग़ज़ चुनें',
  'gives labels only before the pickup': 'लेबल सिर्फ़ पिकअप से पहले देता है',
  'has no label for it yet': 'के पास इसका लेबल अभी नहीं है',
  'The labels could not be made; please try again shortly': 'लेबल नहीं बने; थोड़ी देर में फिर कोशिश करें',
  'A label of a courier cannot be read: print it by itself, or ask the courier for another':
    'कूरियर का एक लेबल पढ़ा नहीं गया: उसे अलग से छापें, या कूरियर से दूसरा माँगें',
  'The tracking number {} cannot be printed as a barcode': 'ट्रैकिंग नंबर {} का बारकोड नहीं बन सकता',
  'The tracking number {} is too long for a barcode on paper of this width':
    'ट्रैकिंग नंबर {} इस चौड़ाई के काग़ज़ के लिए बहुत लंबा है',
  'was cancelled': 'रद्द हो चुका है',
  'has no customer any more': 'का ग्राहक अब नहीं है',
  'is a return, which gets no invoice': 'वापसी है, जिसका इनवॉइस नहीं बनता',
  'has no invoice yet: POST /invoices issues it': 'का इनवॉइस अभी नहीं बना: पहले इनवॉइस बनाएँ',
  'A credit note cannot be cancelled': 'क्रेडिट नोट रद्द नहीं हो सकता',
  'All invoice numbers that begin with {}{} are used: give the store a shorter invoice_prefix':
    '{1}{2} से शुरू होने वाले सभी इनवॉइस नंबर इस्तेमाल हो चुके: स्टोर का प्रीफ़िक्स छोटा करें',
  'goes to a pincode that is in no known state': 'ऐसे पिनकोड पर जाता है जिसका राज्य पता नहीं',
  'has a tax of {} for {}, which is no rate of GST in percent': 'में {2} पर कर {1} है, जो GST की दर नहीं है',
  'has goods with and without tax for a buyer with a GSTIN, who must get two papers: make two orders of them':
    'में GSTIN वाले ख़रीदार के लिए कर वाला और बिना कर वाला सामान है, जिसके दो काग़ज़ बनते हैं: दो ऑर्डर बनाएँ',
  'has no GSTIN to be invoiced under: set gstin of its store or gst_no of its warehouse':
    'के लिए GSTIN नहीं है: उसके स्टोर या गोदाम का GSTIN भरें',
  'has no rate of tax for {}: send tax with the item, or set gst_rate of its store':
    'में {} पर कर की दर नहीं है: सामान के साथ भरें, या स्टोर की सामान्य दर तय करें',
  'has {} as gst_no of its warehouse, which is no GSTIN': 'के गोदाम का GSTIN {} सही नहीं है',

  // Handover.
  'date must be at most {} days ahead': 'तारीख ज़्यादा से ज़्यादा {} दिन आगे की हो सकती है',
  'date must not be in the past': 'बीती हुई तारीख नहीं चुन सकते',
  'No parcel at this warehouse waits for this carrier. Parcels that are in a manifest already are listed by GET /manifests':
    'इस गोदाम में इस कूरियर के लिए कोई पार्सल बाकी नहीं है।',
  'The courier has scanned parcels of this manifest, so they have left. Take out only those that it left behind':
    'कूरियर इस मैनिफ़ेस्ट के पार्सल स्कैन कर चुका है, इसलिए वे जा चुके हैं। केवल वे पार्सल हटाएँ जो कूरियर छोड़ गया।',
  'Shipment {} is not in this manifest': 'शिपमेंट {} इस मैनिफ़ेस्ट में नहीं है',
  'The courier has scanned {}, so it has left and cannot be removed from the manifest':
    'कूरियर ने {} स्कैन कर लिया है, इसलिए वह जा चुका है और मैनिफ़ेस्ट से नहीं हट सकता',
  'It was handed over with manifest {}: remove it from that manifest first':
    'यह मैनिफ़ेस्ट {} के साथ सौंपा जा चुका है: पहले उस मैनिफ़ेस्ट से हटाएँ',
  'It is already in manifest {}': 'यह पहले से मैनिफ़ेस्ट {} में है',
  "Today's manifest of this job was closed": 'इस काम का आज का मैनिफ़ेस्ट बंद हो चुका है',
  'In manifest {}': 'मैनिफ़ेस्ट {} में',
  'It is not waiting for its courier: it was picked up or cancelled':
    'यह कूरियर के इंतज़ार में नहीं है: पिकअप हो चुका है या रद्द है',
  'takes no pickup requests': 'पिकअप के अनुरोध नहीं लेता',
  'does not know the warehouse yet: see `GET /warehouses/{id}` for the reason':
    'इस गोदाम को अभी नहीं पहचानता: कारण गोदाम के पेज पर है',
  'could not be reached before the end of the day{}': 'से दिन ख़त्म होने तक संपर्क नहीं हुआ{}',

  // Requests of customers.
  'The request was decided already': 'इस अनुरोध पर फ़ैसला हो चुका है',
  'The request is {}': 'अनुरोध की स्थिति: {}',
  'The request was {} by {} on {}': 'अनुरोध {2} ने {3} को {1}',
  approved: 'मंज़ूर किया',
  rejected: 'नामंज़ूर किया',
  'refused by the courier': 'कूरियर से मना हुआ',
  'closed, because the parcel moved on or was answered otherwise,':
    'बंद किया, क्योंकि पार्सल आगे बढ़ गया या जवाब मिल गया,',
  '{} is deciding the request right now': '{} अभी इस अनुरोध पर फ़ैसला कर रहे हैं',
  'Somebody else': 'कोई और',
  'The customer of this order was erased': 'इस ऑर्डर के ग्राहक की जानकारी मिटाई जा चुकी है',

  // Files.
  'The file has no column for order_id': 'फ़ाइल में ऑर्डर ID का कॉलम नहीं है',
  'the file has no column "{}", which you named for {}':
    'फ़ाइल में “{}” नाम का कॉलम नहीं है, जिसे आपने {} के लिए चुना',
  'the file has no column for {}: name it in {}': 'फ़ाइल में {1} का कॉलम नहीं है: उसे चुनें',
  'the columns of the file are {}': 'फ़ाइल के कॉलम: {}',
  'The order is rejected: see line {}': 'ऑर्डर नहीं लिया गया: लाइन {} देखें',
  'is not an active warehouse of this account': 'इस खाते का चालू गोदाम नहीं है',
  'is the name of several warehouses': 'नाम के कई गोदाम हैं',
  'contains characters that are not allowed': 'में ऐसे अक्षर हैं जिनकी अनुमति नहीं है',
  'The row is the same as line {}: its item is in the order twice':
    'यह लाइन और लाइन {} एक जैसी हैं: ऑर्डर में यह सामान दो बार है',
  'differs from line {} of the same order': 'उसी ऑर्डर की लाइन {} से अलग है',
  'More than {} rows have this order id': 'इस ऑर्डर ID की {} से ज़्यादा लाइनें हैं',
  'The rows of this order id have more than {} characters together':
    'इस ऑर्डर ID की लाइनों में कुल {} से ज़्यादा अक्षर हैं',
  'The service failed {} times at this order and skipped it: send it again, or ask your operator, who finds the reason in the log':
    'यह ऑर्डर {} बार फ़ेल हुआ, इसलिए छोड़ दिया गया: फिर भेजें, या अपने संचालक से पूछें',
  'The service failed at this file and imported nothing: send it again, or ask your operator, who finds the reason in the log':
    'यह फ़ाइल फ़ेल हुई और कुछ इंपोर्ट नहीं हुआ: फिर भेजें, या अपने संचालक से पूछें',
  'The cells are separated by {}: save the file with commas as separators and points in decimals':
    'कॉलम {} से अलग किए गए हैं: फ़ाइल को कॉमा वाली CSV में सेव करें, दशमलव में बिंदु रखें',
  'the cells are separated by {}: save the file with commas as separators and points in decimals':
    'कॉलम {} से अलग किए गए हैं: फ़ाइल को कॉमा वाली CSV में सेव करें, दशमलव में बिंदु रखें',
  semicolons: 'सेमीकोलन',
  tabs: 'टैब',
  'The file has more than {} columns': 'फ़ाइल में {} से ज़्यादा कॉलम हैं',
  'The file has more than {} rows: split it': 'फ़ाइल में {} से ज़्यादा लाइनें हैं: उसे बाँटें',
  'The file is empty: the first line must have the column names':
    'फ़ाइल ख़ाली है: पहली लाइन में कॉलम के नाम होने चाहिए',
  '{} cells, but the header has {}': '{} कॉलम हैं, पर पहली लाइन में {} हैं',
  'The file is larger than {} MB': 'फ़ाइल {} MB से बड़ी है',
  'The files of an account can take {} GB in 30 days: there is no room for this one':
    'एक खाते की फ़ाइलें 30 दिन में {} GB ले सकती हैं: इसके लिए जगह नहीं है',
  '{} files of this account are being imported already: wait until they are done':
    'इस खाते की {} फ़ाइलें इंपोर्ट हो रही हैं: उनके पूरा होने तक रुकें',
  'the line is not valid JSON': 'यह लाइन सही JSON नहीं है',
  'the line is not a JSON object': 'यह लाइन सही JSON नहीं है',
  'the line is nested more than {} levels deep': 'यह लाइन {} स्तर से ज़्यादा गहरी है',
  'the line is too long': 'यह लाइन बहुत लंबी है',
  'the line is too long: check for a quote that is not closed':
    'यह लाइन बहुत लंबी है: देखें कि कोई उद्धरण चिह्न खुला तो नहीं',
  'the file is not UTF-8': 'फ़ाइल UTF-8 में नहीं है',
  'line {} is not UTF-8': 'लाइन {} UTF-8 में नहीं है',
  'the file is not UTF-8: save it as "CSV UTF-8"': 'फ़ाइल UTF-8 में नहीं है: उसे “CSV UTF-8” में सेव करें',
  'a quote is opened but not closed': 'एक उद्धरण चिह्न खुला है, बंद नहीं हुआ',
  'a quote inside a cell: put the whole cell in quotes, and double the quotes inside':
    'कॉलम के अंदर उद्धरण चिह्न है: पूरे कॉलम को उद्धरण में रखें, और अंदर वाले दोहराएँ',
  'nothing of the file was imported': 'फ़ाइल से कुछ इंपोर्ट नहीं हुआ',

  // Money.
  'AWB {} does not exist in your account': 'AWB {} आपके खाते में नहीं है',
  'AWB {} is a prepaid order': 'AWB {} प्रीपेड ऑर्डर है',
  'AWB {} already has {} of {}, not {}': 'AWB {1} पर {3} का {2} पहले से है, {4} नहीं',
  'AWB {} is already in invoice {}, with another weight or amount':
    'AWB {} पहले से इनवॉइस {} में है, दूसरे वज़न या राशि के साथ',
  '"{}" is not a weight': '“{}” वज़न नहीं है',
  '"{}" is not a date such as 2026-11-15 or 15-11-2026': '“{}” तारीख नहीं है, जैसे 2026-11-15 या 15-11-2026',
  '{} is in the future': '{} आने वाली तारीख है',
  'is reserved for weights from tracking': 'ट्रैकिंग से आए वज़न के लिए सुरक्षित है',
  'the column name "{}" has no unit: give kg or g in weight_unit': 'कॉलम “{}” में इकाई नहीं है: kg या g चुनें',
  'the file has no column of invoice numbers: name it in invoice_number_column, or give one number for all rows in invoice_number':
    'फ़ाइल में इनवॉइस नंबर का कॉलम नहीं है: कॉलम चुनें, या सभी लाइनों के लिए एक नंबर लिखें',
  'the file has no column of bank references: name it in utr_column, or give one reference for all rows in utr':
    'फ़ाइल में बैंक के UTR का कॉलम नहीं है: कॉलम चुनें, या सभी लाइनों के लिए एक UTR लिखें',
  'the file has no column of dates: name it in date_column, or give one date for all rows in date':
    'फ़ाइल में तारीख का कॉलम नहीं है: कॉलम चुनें, या सभी लाइनों के लिए एक तारीख लिखें',
  'The weight difference is {}, so it cannot be {}': 'इस वज़न-अंतर की स्थिति “{}” है, इसलिए यह नहीं हो सकता',
  'amount must be at most the difference, {}': 'राशि अंतर से ज़्यादा नहीं हो सकती: {}',

  // Rates.
  'a percentage from -100 to 1000 with at most four decimals':
    '-100 से 1000 के बीच प्रतिशत, दशमलव के बाद चार अंक तक',
  'a percentage from 0 to 100 with at most four decimals': '0 से 100 के बीच प्रतिशत, दशमलव के बाद चार अंक तक',
  'a factor from 0 to 10 with at most six decimals': '0 से 10 के बीच गुणक, दशमलव के बाद छह अंक तक',
  'an amount from 0 to {} rupees with at most two decimals': '0 से {} रुपये के बीच राशि, दशमलव के बाद दो अंक तक',
  'an id of 1 to 40 of a-z, 0-9, _ and -': '1 से 40 अक्षर की ID: a-z, 0-9, _ और -',
  'a code of 1 to 60 letters, digits, _ and -': '1 से 60 अक्षर का कोड: अक्षर, अंक, _ और -',
  'the name of a courier such as delhivery': 'कूरियर का नाम, जैसे delhivery',
  "a courier's code of at most 60 printable characters": 'कूरियर का कोड, 60 अक्षर तक',
  'a phone number of digits, blanks and hyphens': 'फ़ोन नंबर: अंक, ख़ाली जगह और हाइफ़न',
  '"{}" is not {}': '“{}” सही नहीं है; यह चाहिए: {}',
  '"{}" is not yes or no': '“{}” हाँ या नहीं (yes, no) नहीं है',
  '"{}" is not one of {}': '“{}” इनमें से नहीं है: {}',
  '"{}" is not a whole number from {} to {}': '“{}” {} से {} के बीच की पूर्ण संख्या नहीं है',
  '"{}" is a number that a spreadsheet has shortened: write out its digits':
    '“{}” को स्प्रेडशीट ने छोटा कर दिया है: सभी अंक लिखें',
  '"{}" is not a time such as 14:00': '“{}” समय नहीं है, जैसे 14:00',
  '"{}" is not a known city such as KA:Bengaluru': '“{}” शहर सूची में नहीं है; ऐसे लिखें: KA:Bengaluru',
  '"{}" is not a known pincode': '“{}” पिनकोड सूची में नहीं है',
  '"{}" is not a prefix of one to five digits': '“{}” पिनकोड के पहले एक से पाँच अंक नहीं हैं',
  '"{}" is not a state code such as KA': '“{}” राज्य का कोड नहीं है, जैसे KA',
  '"{}" is neither a pincode nor a prefix of one': '“{}” न पिनकोड है, न उसके पहले अंक',
  '"{}" is already on line {}': '“{}” लाइन {} में पहले से है',
  'there is no carrier "{}"': '“{}” नाम का कोई कूरियर नहीं है',
  'must have 1 to {} characters': 'में 1 से {} अक्षर होने चाहिए',
  'must not begin with =, +, - or @, which spreadsheets take for formulas': '=, +, - या @ से शुरू नहीं हो सकता',
  'must not contain control characters': 'में न दिखने वाले अक्षर नहीं हो सकते',
  'must be empty where there is an RTO table': 'ख़ाली होना चाहिए, क्योंकि RTO के अलग रेट हैं',
  'must be empty for everywhere': '“हर जगह” के साथ ख़ाली होना चाहिए',
  'pickup, prepaid, cod and reverse are all empty: the rule says nothing':
    'पिकअप, प्रीपेड, COD और वापसी सब ख़ाली हैं: नियम अधूरा है',
  'origin and destination are both empty: an override names at least one':
    'पिकअप और गंतव्य दोनों ख़ाली हैं: कम से कम एक भरें',
  'there may be more problems': 'और समस्याएँ भी हो सकती हैं',
  'nothing of the file was applied': 'फ़ाइल से कुछ लागू नहीं हुआ',
  'there is no such row': 'ऐसी कोई लाइन नहीं है',
  '{} has no {}; its columns are {}': '{} में {} नहीं है; इसके कॉलम: {}',
  'the header has no {}': 'पहली लाइन में {} नहीं है',
  'the header names {}, which is no column': 'पहली लाइन में {} कोई कॉलम नहीं है',
  'the header has {} twice': 'पहली लाइन में {} दो बार है',
  'version {} belongs to another rate book': 'संस्करण {} किसी और के रेट का है',
  'version {} is not a version of this account': 'संस्करण {} इस खाते का नहीं है',
  'These rates were changed after version {}: load them again, then repeat your change':
    'संस्करण {} के बाद रेट बदले गए हैं: उन्हें फिर लोड करें और अपना बदलाव दोहराएँ',
  'line {}, column {}: {}': 'लाइन {}, कॉलम {}: {}',
  'line {}: {}': 'लाइन {}: {}',
  'all of India': 'पूरा भारत',
  '{} {} is listed twice for {}': '{2} {1} {3} के लिए दो बार है',
  'days has more than {} holidays for every year in {}': '{2} में हर साल की {1} से ज़्यादा छुट्टियाँ हैं',

  // Stores, warehouses, messages, webhooks, views and figures.
  'Store name has already been taken': 'इस नाम का स्टोर पहले से है',
  'logo must be at most 2 MB (2,097,152 bytes)': 'लोगो ज़्यादा से ज़्यादा 2 MB का हो सकता है',
  'logo must be a PNG, JPEG, WebP or GIF image; SVG is not accepted':
    'लोगो PNG, JPEG, WebP या GIF होना चाहिए; SVG नहीं चलेगा',
  'logo is damaged or incomplete: it must be a whole {} image':
    'लोगो की फ़ाइल ख़राब या अधूरी है: पूरी {} तस्वीर चुनें',
  'logo must be at most {} px wide and high; this one is {} x {} px':
    'लोगो {} px तक चौड़ा और ऊँचा हो सकता है; यह {} x {} px है',
  'logo must have at most {} million pixels in all its frames together':
    'लोगो के सभी फ़्रेम मिलाकर {} मेगापिक्सेल तक हो सकते हैं',
  'logo must have at most {} scans if it is a progressive JPEG': 'प्रोग्रेसिव JPEG लोगो में {} स्कैन तक हो सकते हैं',
  'logo does not fit: all logos of an account, with old ones that messages still show, can take 20 MB (20,971,520 bytes). A logo that nothing shows is deleted after an hour':
    'लोगो के लिए जगह नहीं है: एक खाते के सभी लोगो 20 MB तक हो सकते हैं। जो लोगो कहीं नहीं दिखता, वह एक घंटे बाद हट जाता है',
  'An active warehouse with this name and address already exists': 'इस नाम और पते का चालू गोदाम पहले से है',
  'payment_link and review_link belong to the whole account; leave out store_id':
    'भुगतान और समीक्षा के लिंक पूरे खाते के होते हैं, एक स्टोर के नहीं',
  'subject and text belong to the whole account; leave out store_id':
    'विषय और टेक्स्ट पूरे खाते के होते हैं, एक स्टोर के नहीं',
  'channel is required with subject or text': 'विषय या टेक्स्ट के साथ माध्यम ज़रूरी है',
  'only emails have a subject': 'विषय सिर्फ़ ईमेल में होता है',
  '{} is not a variable; the variables are {}': '{} कोई वेरिएबल नहीं है; ये हैं: {}',
  'not sent: the customer was erased': 'नहीं भेजा: ग्राहक की जानकारी मिटाई जा चुकी है',
  'not sent: this message is switched off': 'नहीं भेजा: यह संदेश बंद है',
  'not sent: the shipment was deleted': 'नहीं भेजा: शिपमेंट हटाया जा चुका है',
  'not sent: its status is "{}" by now': 'नहीं भेजा: स्थिति अब “{}” है',
  'not sent: it is too late to tell': 'नहीं भेजा: बताने में देर हो चुकी है',
  'not sent: the endpoint was switched off': 'नहीं भेजा: वेबहुक बंद किया गया',
  'not sent: the endpoint was switched off, because {}': 'नहीं भेजा: वेबहुक बंद हुआ, क्योंकि {}',
  'not sent: the endpoint was deleted': 'नहीं भेजा: वेबहुक हटाया गया',
  'no provider is configured for it': 'इसके लिए कोई सेवा नहीं जुड़ी है',
  'it answered 410 Gone': 'उसने 410 Gone जवाब दिया',
  'all deliveries failed for 5 days': '5 दिन तक सभी डिलीवरी फ़ेल रहीं',
  'the endpoint answered {}': 'वेबहुक के पते ने {} जवाब दिया',
  'the endpoint {}': 'वेबहुक का पता {}',
  'its secret cannot be read: {}; set a new one': 'इसका सीक्रेट पढ़ा नहीं जा सकता: {}; नया बनाएँ',
  'An account can have at most {} webhooks: delete one first': 'एक खाते में {} वेबहुक तक हो सकते हैं: पहले एक हटाएँ',
  'This webhook is switched off: set enabled to true first': 'यह वेबहुक बंद है: पहले चालू करें',
  'since must be at most 30 days ago, because older events are deleted':
    '30 दिन से पुरानी घटनाएँ हटा दी जाती हैं: बाद की तारीख चुनें',
  'url {}': 'यह पता {}',
  'You have {} views, which is the limit: delete one first': 'आपकी {} सूचियाँ हैं, जो सीमा है: पहले एक हटाएँ',
  'This view belongs to {}: only they and owners can change it':
    'यह सूची {} की है: सिर्फ़ वे और मालिक इसे बदल सकते हैं',
  'These figures have more than {} rows: choose a shorter period, a longer bucket or fewer dimensions':
    'इन आँकड़ों में {} से ज़्यादा लाइनें हैं: छोटी अवधि, बड़ा समय-खंड या कम समूह चुनें',

  // What is not found.
  'Courier account': 'कूरियर खाता',
  Delivery: 'डिलीवरी',
  Import: 'इंपोर्ट',
  Invoice: 'इनवॉइस',
  Job: 'काम',
  'Job of labels': 'लेबल का काम',
  Key: 'key',
  Label: 'लेबल',
  Logo: 'लोगो',
  Manifest: 'मैनिफ़ेस्ट',
  Message: 'संदेश',
  Photo: 'फ़ोटो',
  Picture: 'तस्वीर',
  Pincode: 'पिनकोड',
  Remittance: 'COD रेमिटेंस',
  Request: 'अनुरोध',
  Return: 'वापसी',
  Session: 'सेशन',
  Shipment: 'शिपमेंट',
  Store: 'स्टोर',
  User: 'यूज़र',
  View: 'सूची',
  Warehouse: 'गोदाम',
  Webhook: 'वेबहुक',
  'Weight difference': 'वज़न का अंतर',

  // Roles, as sentences name them.
  viewer: 'केवल देखने वाला',
  packer: 'पैकर',
  manager: 'प्रबंधक',
  owner: 'मालिक',
};

/** What a sentence that begins in lower case follows. */
export const SUBJECTS_IN_HINDI: Readonly<Record<string, string>> = {
  'Shipment {}': 'शिपमेंट {}',
  'shipment {}': 'शिपमेंट {}',
  'Order {}': 'ऑर्डर {}',
  'order {}': 'ऑर्डर {}',
  'courier account {}': 'कूरियर खाता {}',
  'The courier of {}': '{} का कूरियर',
  'the courier': 'कूरियर',
};
