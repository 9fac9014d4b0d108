<?php
/**
 * The Hindi texts that customers see. What is not here is shown in English.
 *
 * @package Dakiya
 */

return array(
	'domain'   => 'dakiya',
	'language' => 'hi_IN',
	'messages' => array(
		'Standard delivery'                  => 'सामान्य डिलीवरी',
		'Express delivery'                   => 'तेज़ डिलीवरी',
		'Check delivery to your pincode'     => 'अपने पिनकोड पर डिलीवरी देखें',
		'Check'                              => 'देखें',
		'The pincode could not be checked. Please load the page again.' => 'पिनकोड नहीं देखा जा सका। पेज दोबारा खोलें।',
		'Too many checks. Please wait a minute.' => 'बहुत बार देखा गया। एक मिनट रुकें।',
		'A pincode has six digits.'          => 'पिनकोड में छह अंक होते हैं।',
		'This product is not delivered.'     => 'यह सामान डिलीवर नहीं होता।',
		'Delivery cannot be checked now. The checkout shows it.' => 'अभी डिलीवरी नहीं देखी जा सकती। चेकआउट पर दिखेगी।',
		'There is no pincode %s.'            => 'पिनकोड %s नहीं है।',
		'We do not deliver to %s yet.'       => '%s पर अभी डिलीवरी नहीं होती।',
		'Cash on delivery is possible.'      => 'कैश ऑन डिलीवरी हो सकती है।',
		'Track'                              => 'ट्रैक करें',
		'Tracking number'                    => 'ट्रैकिंग नंबर',
		'Your parcels'                       => 'आपके पार्सल',
	),
);
