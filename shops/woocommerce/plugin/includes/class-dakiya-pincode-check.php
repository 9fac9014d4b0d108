<?php
/**
 * The pincode check on product pages.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

/**
 * Tells whether a product can be delivered to a pincode, when, and for how much. The key stays on the server.
 */
final class Dakiya_Pincode_Check {

	public const ACTION = 'dakiya_pincode_check';

	/** Checks of one address in a minute. */
	private const PER_MINUTE = 20;

	public static function add_hooks(): void {
		add_action( 'woocommerce_after_add_to_cart_form', array( self::class, 'show_on_product' ) );
		add_shortcode( 'dakiya_pincode_check', array( self::class, 'form' ) );
		add_action( 'wp_ajax_' . self::ACTION, array( self::class, 'answer' ) );
		add_action( 'wp_ajax_nopriv_' . self::ACTION, array( self::class, 'answer' ) );
	}

	/** Prints the form below the button of a product, unless it is switched off. */
	public static function show_on_product(): void {
		$settings = get_option( Dakiya_Service::SETTINGS, array() );
		if ( is_array( $settings ) && 'no' !== ( $settings['pincode_check'] ?? 'yes' ) ) {
			echo self::form(); // phpcs:ignore WordPress.Security.EscapeOutput.OutputNotEscaped -- Escaped there.
		}
	}

	/** The form, for the current product; also for the shortcode `[dakiya_pincode_check]`. */
	public static function form(): string {
		global $product;
		if ( ! $product instanceof WC_Product || ! $product->needs_shipping() || null === Dakiya_Service::of_settings() ) {
			return '';
		}
		wp_enqueue_script( 'dakiya-pincode-check', plugins_url( 'assets/pincode-check.js', DAKIYA_FILE ), array(), DAKIYA_VERSION, true );
		$id = wp_unique_id( 'dakiya-pincode-' );
		return sprintf(
			'<form class="dakiya-pincode-check" data-url="%1$s" data-action="%2$s" data-nonce="%3$s" data-product="%4$d" data-failed="%5$s">'
				. '<label for="%6$s">%7$s</label> '
				. '<input id="%6$s" class="input-text" inputmode="numeric" autocomplete="postal-code" maxlength="7" pattern="[1-9][0-9]{2} ?[0-9]{3}" required> '
				. '<button type="submit" class="button">%8$s</button>'
				. '<p role="status" aria-live="polite"></p></form>',
			esc_url( admin_url( 'admin-ajax.php' ) ),
			esc_attr( self::ACTION ),
			esc_attr( wp_create_nonce( self::ACTION ) ),
			$product->get_id(),
			esc_attr__( 'The pincode could not be checked. Please load the page again.', 'dakiya' ),
			esc_attr( $id ),
			esc_html__( 'Check delivery to your pincode', 'dakiya' ),
			esc_html__( 'Check', 'dakiya' )
		);
	}

	/** Answers a check by the page. */
	public static function answer(): void {
		check_ajax_referer( self::ACTION, 'nonce' );
		if ( ! self::may_ask() ) {
			wp_send_json_error( array( 'message' => __( 'Too many checks. Please wait a minute.', 'dakiya' ) ), 429 );
		}
		$sent    = isset( $_POST['pincode'] ) && is_string( $_POST['pincode'] ) ? sanitize_text_field( wp_unslash( $_POST['pincode'] ) ) : '';
		$pincode = (string) preg_replace( '/\s+/', '', $sent );
		if ( 1 !== preg_match( '/^[1-9]\d{5}$/', $pincode ) ) {
			wp_send_json_error( array( 'message' => __( 'A pincode has six digits.', 'dakiya' ) ), 422 );
		}
		$product = wc_get_product( isset( $_POST['product'] ) && is_scalar( $_POST['product'] ) ? absint( $_POST['product'] ) : 0 );
		if ( ! $product instanceof WC_Product || 'publish' !== $product->get_status() || ! $product->needs_shipping() ) {
			wp_send_json_error( array( 'message' => __( 'This product is not delivered.', 'dakiya' ) ), 422 );
		}
		$answer = Dakiya_Service::of_settings()?->rates(
			array(
				'destination' => array(
					'pincode' => $pincode,
					'country' => 'IN',
				),
				'items'       => array( Dakiya_Checkout::item_of( $product, 1 ) ),
				'order_value' => round( (float) wc_get_price_including_tax( $product ), 2 ),
			)
		);
		if ( null === $answer || Dakiya_Service::REFUSED === $answer['reason'] ) {
			wp_send_json_error( array( 'message' => __( 'Delivery cannot be checked now. The checkout shows it.', 'dakiya' ) ), 503 );
		}
		wp_send_json_success( array( 'message' => self::message_for( $pincode, $answer ) ) );
	}

	/**
	 * A sentence for the customer, as plain text.
	 *
	 * @param string $pincode Six digits.
	 * @param array  $answer  Of the service.
	 */
	private static function message_for( string $pincode, array $answer ): string {
		if ( array() === $answer['services'] ) {
			return 'pincode' === $answer['reason']
				/* translators: %s: pincode. */
				? sprintf( __( 'There is no pincode %s.', 'dakiya' ), $pincode )
				/* translators: %s: pincode. */
				: sprintf( __( 'We do not deliver to %s yet.', 'dakiya' ), $pincode );
		}
		$lines = array();
		foreach ( $answer['services'] as $service ) {
			$price   = html_entity_decode( wp_strip_all_tags( wc_price( $service['price'] ) ), ENT_QUOTES, 'UTF-8' );
			$parts   = array( Dakiya_Checkout::name_of( $service ), Dakiya_Checkout::days_of( $service ), $price );
			$lines[] = implode( ', ', array_filter( $parts, static fn ( string $part ): bool => '' !== $part ) );
		}
		if ( in_array( true, array_column( $answer['services'], 'takes_cod' ), true ) ) {
			$lines[] = __( 'Cash on delivery is possible.', 'dakiya' );
		}
		return implode( "\n", $lines );
	}

	/** Counts the checks of an address, whose hash alone is kept for a minute. A shop behind a proxy makes its server set the address. */
	private static function may_ask(): bool {
		$name  = 'dakiya_checks_' . md5( Dakiya_Service::customer( wp_salt( 'nonce' ) ) . intdiv( time(), MINUTE_IN_SECONDS ) );
		$count = (int) get_transient( $name );
		set_transient( $name, $count + 1, MINUTE_IN_SECONDS );
		return $count < self::PER_MINUTE;
	}
}
