<?php
/**
 * Asks the Dakiya service for rates.
 *
 * @package Dakiya
 */

declare( strict_types=1 );

defined( 'ABSPATH' ) || exit;

/**
 * A connection to the Dakiya service, with the key that the shop has there for rates at checkout.
 */
final class Dakiya_Service {

	/** Where the settings page of the shipping method keeps its values. */
	public const SETTINGS = 'woocommerce_dakiya_settings';

	/** Customers wait for the answer. */
	private const TIMEOUT_SECONDS = 3;

	/** After a failure of the service, nobody else waits for this long. */
	private const PAUSE_SECONDS = 30;

	/** WooCommerce itself keeps the rates of a customer's cart; this is for equal carts and pincode checks. */
	private const KEPT_SECONDS = MINUTE_IN_SECONDS;

	/** A transient while nobody asks; in the session of a customer, the time until which this one does not ask. */
	private const PAUSED = 'dakiya_paused';

	/** The reason why a cart that the service refuses has no services. */
	public const REFUSED = 'refused';

	/**
	 * Makes the connection.
	 *
	 * @param string $url The address of the service, such as `https://ship.example.in`.
	 * @param string $key The key of `POST /shops/{id}/checkout-key`.
	 */
	public function __construct( private readonly string $url, private readonly string $key ) {
	}

	/**
	 * The connection of the settings; null while they are not complete.
	 */
	public static function of_settings(): ?self {
		$settings = get_option( self::SETTINGS, array() );
		$url      = is_array( $settings ) ? trim( (string) ( $settings['url'] ?? '' ) ) : '';
		$key      = is_array( $settings ) ? trim( (string) ( $settings['key'] ?? '' ) ) : '';
		return '' === $url || '' === $key ? null : new self( $url, $key );
	}

	/**
	 * The services for a cart, from the object cache or from the service.
	 *
	 * @param array $cart The body of `POST /checkout-rates`.
	 * @return array|null `services` and `reason` as the API has them, or none and `REFUSED`; null if the service did not answer.
	 */
	public function rates( array $cart ): ?array {
		$remembered = md5( $this->url . $this->key . wp_json_encode( $cart ) );
		$known      = wp_cache_get( $remembered, 'dakiya' );
		if ( is_array( $known ) ) {
			return $known;
		}
		$session = WC()->session;
		if ( false !== get_transient( self::PAUSED ) || ( $session && (int) $session->get( self::PAUSED ) > time() ) ) {
			return null;
		}
		$answer = $this->ask( $cart );
		if ( $answer instanceof WP_Error ) {
			wc_get_logger()->error( 'Rates at checkout: ' . $answer->get_error_message(), array( 'source' => 'dakiya' ) );
			$code = $answer->get_error_code();
			if ( 'dakiya_refused' === $code ) {
				// A cart that it refuses says nothing of the next one. It has no price, because customers could choose that one.
				return array(
					'services' => array(),
					'reason'   => self::REFUSED,
				);
			}
			if ( 'dakiya_too_often' !== $code ) {
				set_transient( self::PAUSED, 1, self::PAUSE_SECONDS );
			} elseif ( $session ) {
				// Too many questions of one customer say nothing of others.
				$session->set( self::PAUSED, time() + self::PAUSE_SECONDS );
			}
			return null;
		}
		wp_cache_set( $remembered, $answer, 'dakiya', self::KEPT_SECONDS );
		return $answer;
	}

	/** Ends the pause after a failure. */
	public static function resume(): void {
		delete_transient( self::PAUSED );
	}

	/**
	 * Asks the service now.
	 *
	 * @param array $cart The body of `POST /checkout-rates`.
	 * @return array|WP_Error `services` and `reason`, or why there is no answer.
	 */
	public function ask( array $cart ): array|WP_Error {
		$response = wp_remote_post(
			untrailingslashit( $this->url ) . '/custom/api/v1/checkout-rates',
			array(
				'timeout'     => self::TIMEOUT_SECONDS,
				'redirection' => 0,
				'headers'     => array(
					'Authorization' => 'Bearer ' . $this->key,
					'Content-Type'  => 'application/json',
					'Accept'        => 'application/json',
					'Shop-Customer' => self::customer( $this->key ),
				),
				'body'        => wp_json_encode( $cart ),
			)
		);
		if ( is_wp_error( $response ) ) {
			return $response;
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$body   = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( 401 === $status ) {
			return new WP_Error( 'dakiya_key', __( 'The service does not take the key. Make a new one there and enter it here.', 'dakiya' ) );
		}
		if ( 200 !== $status ) {
			$errors = is_array( $body ) && is_array( $body['errors'] ?? null ) ? array_filter( $body['errors'], 'is_string' ) : array();
			/* translators: 1: HTTP status, 2: what the service says. */
			$code = 429 === $status ? 'dakiya_too_often' : ( $status >= 500 ? 'dakiya_failed' : 'dakiya_refused' );
			return new WP_Error( $code, sprintf( __( 'The service answered with status %1$d. %2$s', 'dakiya' ), $status, implode( '; ', $errors ) ) );
		}
		$services = self::services_of( $body );
		if ( null === $services ) {
			return new WP_Error( 'dakiya_unclear', __( 'There is no Dakiya service at this address.', 'dakiya' ) );
		}
		$reason = $body['data']['reason'] ?? null;
		return array(
			'services' => $services,
			'reason'   => is_string( $reason ) ? $reason : null,
		);
	}

	/**
	 * A hash of the customer's address. Headers that name another address are not believed: anybody can send them.
	 *
	 * @param string $key Without it, nobody can find the address for a hash.
	 */
	public static function customer( string $key ): string {
		$address = isset( $_SERVER['REMOTE_ADDR'] ) ? sanitize_text_field( wp_unslash( $_SERVER['REMOTE_ADDR'] ) ) : '';
		return '' === $address ? '' : hash_hmac( 'sha256', $address, $key );
	}

	/**
	 * The services of an answer; null if it is not one of the API.
	 *
	 * @param mixed $body The decoded body.
	 */
	private static function services_of( mixed $body ): ?array {
		$sent = is_array( $body ) && is_array( $body['data'] ?? null ) ? $body['data']['services'] ?? null : null;
		if ( ! is_array( $sent ) ) {
			return null;
		}
		$services = array();
		foreach ( $sent as $one ) {
			$is_service = is_array( $one )
				&& is_string( $one['service_code'] ?? null )
				&& is_string( $one['service_name'] ?? null )
				&& is_numeric( $one['price'] ?? null )
				&& $one['price'] >= 0;
			if ( ! $is_service ) {
				return null;
			}
			$cod        = $one['cod_charges'] ?? null;
			$services[] = array(
				'code'      => $one['service_code'],
				'name'      => $one['service_name'],
				'price'     => (float) $one['price'],
				'takes_cod' => is_numeric( $cod ),
				'first_day' => self::day_of( $one['first_delivery_date'] ?? null ),
				'last_day'  => self::day_of( $one['last_delivery_date'] ?? null ),
			);
		}
		return $services;
	}

	/**
	 * A date of the API, or an empty text.
	 *
	 * @param mixed $sent Such as `2026-11-20`.
	 */
	private static function day_of( mixed $sent ): string {
		return is_string( $sent ) && 1 === preg_match( '/^\d{4}-\d{2}-\d{2}$/', $sent ) ? $sent : '';
	}
}
