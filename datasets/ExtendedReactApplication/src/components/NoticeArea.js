import React, { Component } from 'react';
import ReactDOM from 'react-dom';
import PropTypes from 'prop-types';
import { connect } from 'react-redux';
import { dismissNotice } from '../store/notices';

const CLOSE_AFTER = 5000;

const noticeShape = PropTypes.shape({
  id: PropTypes.number.isRequired,
  kind: PropTypes.oneOf(['success', 'info', 'error']).isRequired,
  text: PropTypes.string.isRequired
});

// An error stays until it is closed, the other kinds close themselves.
class Notice extends Component {
  constructor(props) {
    super(props);
    this.close = this.close.bind(this);
  }

  componentDidMount() {
    if (this.props.notice.kind !== 'error') {
      this.timer = setTimeout(this.close, CLOSE_AFTER);
    }
  }

  componentWillUnmount() {
    clearTimeout(this.timer);
  }

  close() {
    this.props.onClose(this.props.notice.id);
  }

  render() {
    const { kind, text } = this.props.notice;

    return (
      <div className={`notice notice-${kind}`}>
        {text}
        <button type="button" className="close" onClick={this.close}>×</button>
      </div>
    );
  }
}

Notice.propTypes = {
  notice: noticeShape.isRequired,
  onClose: PropTypes.func.isRequired
};

class NoticeArea extends Component {
  render() {
    const { notices, onClose } = this.props;

    return ReactDOM.createPortal(
      notices.map(notice => <Notice key={notice.id} notice={notice} onClose={onClose} />),
      document.getElementById('notices')
    );
  }
}

NoticeArea.propTypes = {
  notices: PropTypes.arrayOf(noticeShape).isRequired,
  onClose: PropTypes.func.isRequired
};

const mapStateToProps = ({ notices }) => ({ notices });

export default connect(mapStateToProps, { onClose: dismissNotice })(NoticeArea);
